//! `muster serve --mcp`: tools for assistants that players ask, over the Model Context Protocol. They only read.

mod tools;

use std::io;
use std::sync::Arc;

use muster_app::{App, CallFault};
use muster_library::limits;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, Implementation, JsonObject, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::{RequestContext, ServerInitializeError};
use rmcp::transport::stdio;
use rmcp::{ErrorData, RoleServer, ServerHandler, serve_server};
use serde_json::json;
use tokio::runtime::Builder;
use tokio::task::spawn_blocking;

use self::tools::{AssistantTool, TOOLS};

/// What an assistant is told of the server.
const INSTRUCTIONS: &str = "Muster judges army lists of tabletop games by the rules of their books. Call `judge_list` to \
                            learn whether a list is legal, and cite the rule and the page that a finding names. Do not guess rules: \
                            `explain` says what a rule is, `units` what a unit costs and has.";

/// Answers an assistant on standard input and output until the input ends, with `at_once` calls at once. Fails if the input cannot be
/// read, or if it does not begin as the protocol does.
pub fn serve_assistant(app: Arc<App>, at_once: usize) -> io::Result<()> {
    let mut runtime = Builder::new_current_thread();
    // Two threads more: one waits for the input, and one writes the output.
    runtime.max_blocking_threads(at_once + 2).thread_stack_size(limits::STACK);
    let runtime = runtime.enable_all().build()?;
    let served = runtime.block_on(async {
        let running = match serve_server(Assistant(app), stdio()).await {
            Ok(running) => running,
            Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(io::Error::other(error.to_string())),
        };
        running.waiting().await.map(|_| ()).map_err(io::Error::other)
    });
    // A read of the input that still waits must not keep the program alive.
    runtime.shutdown_background();
    served
}

/// The server of an assistant.
#[derive(Clone)]
struct Assistant(Arc<App>);

impl ServerHandler for Assistant {
    fn get_info(&self) -> ServerConfig {
        let server = Implementation::new("muster", env!("CARGO_PKG_VERSION")).with_title("Muster");
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        ServerConfig::new(capabilities).with_server_info(server).with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(described).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = &request.name;
        let Some(tool) = TOOLS.iter().find(|tool| tool.name == *name) else {
            return Err(ErrorData::invalid_params(format!("there is no tool `{name}`"), None));
        };
        let (app, args) = (Arc::clone(&self.0), request.arguments.unwrap_or_default());
        let answer = spawn_blocking(move || tool.answer(&app, &args)).await;
        let answer = answer.unwrap_or_else(|_| Err(CallFault::bug()));
        Ok(match answer {
            Ok(answer) => CallToolResult::structured(answer),
            Err(fault) => CallToolResult::structured_error(json!(fault)),
        }
        .into())
    }
}

fn described(tool: &AssistantTool) -> Tool {
    let schema = tool.schema().as_object().cloned().unwrap_or_else(JsonObject::new);
    let only_reads =
        ToolAnnotations::from_raw(Some(tool.title.to_owned()), Some(true), Some(false), Some(true), Some(false));
    Tool::new(tool.name, tool.about, Arc::new(schema)).with_annotations(only_reads)
}
