// Runs Muster as a WebAssembly module. crates/web/src/lib.rs says how a call gets into the module and its answer out.

const MODULE = new URL('./muster.wasm.gz', import.meta.url);

/** A call that was refused: `code` is for programs, `help` says what would help. */
export class MusterFault extends Error {
  constructor({ code, message, help }) {
    super(message);
    this.name = 'MusterFault';
    this.code = code;
    this.help = help ?? null;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

let compiled;
let program;

/** Loads the module. Calls do it by themselves; a program that cannot wait at its first call does it before. */
export async function ready() {
  compiled ??= read()
    .then((bytes) => new Response(new Response(bytes).body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer())
    .then((bytes) => WebAssembly.compile(bytes));
  compiled.catch(() => (compiled = undefined));
  program ??= await start(await compiled);
}

async function read() {
  if (MODULE.protocol !== 'file:') return (await fetch(MODULE)).arrayBuffer();
  const { readFile } = await import('node:fs/promises');
  return readFile(MODULE);
}

async function start(module) {
  const imports = {};
  // Libraries ask for random bytes. Nothing else is imported; other names are of functions that only a generator of bindings calls.
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = name.includes('getRandomValues')
      ? (at, length) => crypto.getRandomValues(new Uint8Array(exports.memory.buffer, at, length))
      : () => {
          throw new Error(`${name} is not there`);
        };
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  return exports;
}

/** Answers a call by its name; docs/use-muster.md tells where all calls are described. Throws a MusterFault if it is refused. */
export async function call(name, args = {}) {
  await ready();
  const [first, second] = [encoder.encode(name), encoder.encode(JSON.stringify(args))];
  let length, told;
  try {
    const at = program.buffer(first.length + second.length);
    // The memory may be another one after each call into the module.
    const room = new Uint8Array(program.memory.buffer, at);
    room.set(first);
    room.set(second, first.length);
    length = program.call(first.length);
    told = decoder.decode(new Uint8Array(program.memory.buffer, program.address(), Math.abs(length)));
  } catch (error) {
    // After a panic the memory of the module cannot be trusted: the next call gets a new one.
    program = undefined;
    throw new MusterFault({ code: 'broken', message: `this is a bug in the program; please report it (${error})` });
  }
  const answer = JSON.parse(told);
  if (length < 0) throw new MusterFault(answer);
  return answer;
}

/** The reports on all lists in files: texts, or `{name, text}`. An event is `{name}` of one at hand, or `{name, text}` of its file. */
export async function check(files, { event = null } = {}) {
  const all = Array.isArray(files) ? files : [files];
  const given = all.map((file, number) =>
    typeof file === 'string' ? { name: `list ${number + 1}`, text: file } : file,
  );
  return call('check', { files: given, event });
}

/** The report on one list: a text in any form that Muster reads, or a list as an object. Of several lists in a text, the
 * first. A text without a list has an unreadable report. */
export async function judge(list, options) {
  const text = typeof list === 'string' ? list : JSON.stringify(list);
  return (await check(text, options)).reports[0];
}
