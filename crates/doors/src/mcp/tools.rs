//! The tools that an assistant may use. Each tool asks the same calls as the screens.

use muster_app::{App, CallFault};
use serde_json::{Map, Value, json};

use crate::stdio::answered;

/// The longest text of an argument, in bytes.
const TEXT_BYTES: usize = 1024 * 1024;
/// An answer has at most so many units.
const UNITS: usize = 40;
/// If at most so many units are found, the answer has their options and cards, too.
const WHOLE_UNITS: usize = 3;
/// `fix` looks for changes of at most so many lists of one text.
const MENDED: usize = 4;

/// A tool.
pub(super) struct AssistantTool {
    /// Its name, by which it is called.
    pub name: &'static str,
    /// Its title for people.
    pub title: &'static str,
    /// When an assistant should use it, and what it answers.
    pub about: &'static str,
    /// Its arguments, all of them texts: name, whether it must be there, and what it is.
    args: &'static [(&'static str, bool, &'static str)],
    run: fn(&App, &ToolArgs) -> Result<Value, CallFault>,
}

const LIST: &str =
    "The list, in any form: a list file of Muster, a text as people write it, an export of another program";
const EVENT: &str = "The id of an event whose house rules count, such as `channel-cup-2026`";
const RULESET: &str =
    "The id of the ruleset of the game, as a report names it; a wrong one is answered with those at hand";

/// All tools.
pub(super) const TOOLS: &[AssistantTool] = &[
    AssistantTool {
        name: "judge_list",
        title: "Judge a list",
        about: "Says whether an army list is legal, and if not, which rules it breaks: each finding has the rule's id, a sentence, \
                the numbers, the book and the page. If something in the text is not understood, the verdict may be `undetermined`.",
        args: &[("list", true, LIST), ("event", false, EVENT)],
        run: judge_list,
    },
    AssistantTool {
        name: "explain",
        title: "Explain a rule",
        about: "Says what a rule, special rule, role, setting or card of a game means, with its formula, book and page.",
        args: &[
            ("ruleset", true, RULESET),
            ("rule", true, "The id or the name of what to explain, such as `cap-large`"),
        ],
        run: explain,
    },
    AssistantTool {
        name: "units",
        title: "Find units",
        about: "Finds units with their points, types, and numbers of models: at most 40. If at most 3 are found, they come with their options and cards.",
        args: &[
            ("ruleset", true, RULESET),
            ("nation", false, "The id or the name of the nation; without it, all nations"),
            ("text", false, "Words that the name of the unit has"),
        ],
        run: units,
    },
    AssistantTool {
        name: "fix",
        title: "Mend a list",
        about: "Finds the smallest changes that make an illegal list legal, each with the points after it and the changed list.",
        args: &[("list", true, LIST), ("event", false, EVENT)],
        run: fix,
    },
    AssistantTool {
        name: "compare",
        title: "Compare two lists",
        about: "Says what differs between two versions of a list, squadron by squadron.",
        args: &[("before", true, LIST), ("after", true, "The later list, in any form"), ("event", false, EVENT)],
        run: compare,
    },
];

impl AssistantTool {
    /// The JSON Schema of its arguments.
    pub(super) fn schema(&self) -> Value {
        let one = |(name, _, about): &(&str, bool, &str)| {
            ((*name).to_owned(), json!({"type": "string", "description": about}))
        };
        let properties: Map<String, Value> = self.args.iter().map(one).collect();
        let required: Vec<&str> =
            self.args.iter().filter(|(_, required, _)| *required).map(|(name, ..)| *name).collect();
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
    }

    /// Answers a call. Fails with `wrong-args` if an argument is missing, unknown, no text or too long.
    pub(super) fn answer(&self, app: &App, args: &Map<String, Value>) -> Result<Value, CallFault> {
        let wrong = |message: String| CallFault::new("wrong-args", message);
        let mut texts = Vec::new();
        for (name, value) in args {
            if self.args.iter().all(|(known, ..)| known != name) {
                return Err(wrong(format!("{} takes no `{name}`", self.name)));
            }
            let Some(text) = value.as_str() else { return Err(wrong(format!("`{name}` must be a text"))) };
            if text.len() > TEXT_BYTES {
                return Err(wrong(format!("`{name}` has more than {} MB", TEXT_BYTES / 1024 / 1024)));
            }
            texts.push((name.as_str(), text));
        }
        let args = ToolArgs(texts);
        match self.args.iter().find(|(name, required, _)| *required && args.get(name).is_none()) {
            Some((name, ..)) => Err(wrong(format!("`{name}` is missing"))),
            None => (self.run)(app, &args),
        }
    }
}

/// The arguments of a call.
struct ToolArgs<'a>(Vec<(&'a str, &'a str)>);

impl<'a> ToolArgs<'a> {
    fn get(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    }

    /// An argument that must be there.
    fn text(&self, name: &str) -> &'a str {
        self.get(name).unwrap_or_default()
    }

    fn event(&self) -> Value {
        self.get("event").map_or(Value::Null, |name| json!({"name": name}))
    }
}

fn ask(app: &App, call: &str, args: &Value) -> Result<Value, CallFault> {
    let answer = answered(app, call, &args.to_string())?;
    serde_json::from_str(&answer).map_err(|error| CallFault::new("broken", error.to_string()))
}

fn judge_list(app: &App, args: &ToolArgs) -> Result<Value, CallFault> {
    let files = json!([{"name": "list", "text": args.text("list")}]);
    ask(app, "check", &json!({"files": files, "event": args.event()}))
}

fn explain(app: &App, args: &ToolArgs) -> Result<Value, CallFault> {
    let found = ask(app, "explain", &json!({"ruleset": args.text("ruleset"), "rule": args.text("rule")}))?;
    Ok(json!({"explanations": found}))
}

fn units(app: &App, args: &ToolArgs) -> Result<Value, CallFault> {
    let all = ask(app, "units", &json!({"ruleset": args.text("ruleset"), "nation": args.get("nation")}))?;
    let words: Vec<String> = args.get("text").unwrap_or_default().split_whitespace().map(str::to_lowercase).collect();
    let is_wanted = |unit: &&Value| {
        let name = unit["name"].as_str().unwrap_or_default().to_lowercase();
        words.iter().all(|word| name.contains(word.as_str()))
    };
    let found: Vec<&Value> = all.as_array().into_iter().flatten().filter(is_wanted).collect();
    let shown: Vec<Value> = if found.len() <= WHOLE_UNITS {
        found.iter().map(|unit| (*unit).clone()).collect()
    } else {
        found.iter().take(UNITS).map(|unit| short(unit)).collect()
    };
    Ok(json!({"found": found.len(), "units": shown}))
}

/// Keeps of a unit only what a player chooses it by.
fn short(unit: &Value) -> Value {
    let keys = ["id", "name", "nation", "points", "price", "models"];
    let mut short: Map<String, Value> = keys.iter().map(|key| ((*key).to_owned(), unit[*key].clone())).collect();
    let traits = unit["traits"].as_array().into_iter().flatten();
    let of_trait = |one: &Value| {
        let values = one["values"].as_array().into_iter().flatten();
        Some((one["id"].as_str()?.to_owned(), values.map(|value| value["id"].clone()).collect::<Value>()))
    };
    short.insert("traits".to_owned(), Value::Object(traits.filter_map(of_trait).collect()));
    Value::Object(short)
}

fn fix(app: &App, args: &ToolArgs) -> Result<Value, CallFault> {
    let read = ask(app, "import", &json!({"text": args.text("list"), "ruleset": null, "nation": null, "mfv": null}))?;
    let lists: Vec<&Value> = read["lists"].as_array().into_iter().flatten().collect();
    if lists.len() > MENDED {
        return Err(CallFault::new(
            "too-large",
            format!("the text holds {} lists; at most {MENDED} are mended", lists.len()),
        ));
    }
    let mend = |read: &Value| -> Result<Value, CallFault> {
        let mends = ask(app, "mends", &json!({"list": read["list"], "event": args.event()}))?;
        Ok(json!({"doubts": read["doubts"], "mends": mends["mends"], "searched-all": mends["bounded"] == false}))
    };
    Ok(json!({"lists": lists.into_iter().map(mend).collect::<Result<Vec<_>, _>>()?}))
}

fn compare(app: &App, args: &ToolArgs) -> Result<Value, CallFault> {
    let side = |name: &str| -> Result<Vec<Value>, CallFault> {
        let files = json!([{"name": name, "text": args.text(name)}]);
        let found = ask(app, "submissions", &json!({"files": files, "event": args.event()}))?;
        let outcomes = found["files"].as_array().into_iter().flatten().filter_map(Value::as_array).flatten();
        let (mut lists, mut why) = (Vec::new(), None);
        for outcome in outcomes {
            let read = outcome["handed-in"]["lists"].as_array().into_iter().flatten();
            let (with, without): (Vec<&Value>, Vec<&Value>) = read.partition(|list| !list["list"].is_null());
            lists.extend(with.into_iter().cloned());
            let fault = without.first().map(|list| &list["report"]["findings"][0]["message"]);
            why = why
                .or(fault.or(Some(&outcome["handed-in"]["no-list"]["why"])).and_then(Value::as_str).map(str::to_owned));
        }
        let no_list = || {
            let why = why.map(|why| format!(": {why}")).unwrap_or_default();
            CallFault::new("no-list", format!("`{name}` holds no list{why}"))
        };
        if lists.is_empty() { Err(no_list()) } else { Ok(lists) }
    };
    ask(app, "compare", &json!({"before": side("before")?, "after": side("after")?, "event": args.event()}))
}
