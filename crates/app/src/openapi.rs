//! The calls over HTTP as a document of `OpenAPI` 3.1, made from the table of calls.

use std::collections::BTreeSet;

use muster_engine::list::ArmyList;
use muster_library::schemas::finish;
use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use crate::calls::{CallPart, CallSide, parts};
use crate::own_file::{KEY, OwnFile};

/// The version of the calls, which is part of their addresses. Within a version, calls and keys are only added.
pub const API: u32 = 1;

/// The name of the schema of an answer that says why a call failed.
const REFUSAL: &str = "RefusedCall";
/// Where the document has its schemas.
const SCHEMAS: &str = "/components/schemas";
/// The end of the name of a schema of arguments, where answers have one of that name: what answers always have may be left
/// out of arguments.
const GIVEN: &str = "Given";

/// The calls at `/api/1/NAME`, as a document of `OpenAPI` 3.1.
#[must_use]
pub fn openapi() -> Value {
    let (mut given, mut told) = (generator(Contract::Deserialize), generator(Contract::Serialize));
    let (args, answers) = (parts(&mut given, CallSide::Args), parts(&mut told, CallSide::Answer));
    let own = given.subschema_for::<Vec<OwnFile>>();
    let (mut given, mut schemas) = (given.take_definitions(true), told.take_definitions(true));
    let mut paths = Map::new();
    for (CallPart { name, title, about, schema }, answer) in args.into_iter().zip(answers) {
        let place = schema.get("$ref").and_then(Value::as_str).and_then(|place| place.rsplit('/').next());
        if let Some(args) = place.and_then(|place| given.get_mut(place)?.as_object_mut()) {
            args.entry("properties").or_insert_with(|| json!({}))[KEY] = own.clone().to_value();
        }
        let mut schema = schema.to_value();
        rename(&mut schema, &schemas);
        paths.insert(format!("/api/{API}/{name}"), operation(title, about, &schema, &answer.schema.to_value()));
    }
    let known = schemas.clone();
    for (name, mut schema) in given.iter_mut().map(|(name, schema)| (name.clone(), schema.take())) {
        rename(&mut schema, &known);
        schemas.insert(if known.contains_key(&name) { name + GIVEN } else { name }, schema);
    }
    schemas.insert(REFUSAL.into(), refusal());
    schemas.sort_keys();
    let of_lists = of_lists();
    for (name, schema) in &mut schemas {
        finish(schema, true);
        let name = name.strip_suffix(GIVEN).unwrap_or(name);
        if let Some(schema) =
            schema.as_object_mut().filter(|of| of_lists.contains(name) && of.contains_key("properties"))
        {
            schema.insert("patternProperties".into(), json!({"^x-": true}));
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Muster",
            "version": format!("{API}.0"),
            "description": "Judges army lists. A call takes a JSON object and answers with JSON. A call that fails answers with a problem (RFC 9457). An error in a list is no problem: it is in the report on the list.",
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": schemas},
    })
}

/// The names of the schemas of lists, which people write. Keys that begin with `x-` are allowed there.
fn of_lists() -> BTreeSet<String> {
    let mut generator = generator(Contract::Deserialize);
    generator.subschema_for::<ArmyList>();
    generator.take_definitions(true).into_iter().map(|(name, _)| name).collect()
}

fn generator(contract: Contract) -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.contract = contract;
        settings.definitions_path = SCHEMAS.into();
    });
    settings.into_generator()
}

/// Arguments and answers may have schemas of the same name that differ. This gives the references in arguments their own schemas.
fn rename(schema: &mut Value, known: &Map<String, Value>) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::String(place)) = object.get_mut("$ref")
                && place.rsplit('/').next().is_some_and(|name| known.contains_key(name))
            {
                place.push_str(GIVEN);
            }
            object.values_mut().for_each(|inner| rename(inner, known));
        }
        Value::Array(items) => items.iter_mut().for_each(|inner| rename(inner, known)),
        _ => {}
    }
}

fn operation(title: &str, about: &str, args: &Value, answer: &Value) -> Value {
    let problem = |about: &str| {
        let schema = json!({"$ref": format!("#{SCHEMAS}/{REFUSAL}")});
        json!({"description": about, "content": {"application/problem+json": {"schema": schema}}})
    };
    json!({"post": {
        "operationId": title.trim_end_matches("Call"),
        "summary": about,
        "requestBody": {"required": true, "content": {"application/json": {"schema": args}}},
        "responses": {
            "200": {"description": "The answer.", "content": {"application/json": {"schema": answer}}},
            "4XX": problem("The call cannot be answered as it is."),
            "5XX": problem("The server cannot answer now."),
        },
    }})
}

/// The schema of what a call answers that fails.
fn refusal() -> Value {
    json!({
        "description": "Why a call failed, as RFC 9457 says it.",
        "type": "object",
        "properties": {
            "type": {"description": "`urn:muster:fault:` and the code.", "type": "string"},
            "title": {"description": "The status in words.", "type": "string"},
            "status": {"description": "The status of the answer.", "type": "integer"},
            "detail": {"description": "What is wrong, in one sentence.", "type": "string"},
            "code": {"description": "A code for programs, such as `unknown-ruleset`.", "type": "string"},
            "help": {"description": "What to do about it.", "type": ["string", "null"]},
        },
        "required": ["type", "title", "status", "detail", "code", "help"],
    })
}
