// Runs the program as a WebAssembly module, away from the page, so that the page never waits.
// crates/web/src/lib.rs says how a call gets into the module and its answer out.

import { NOT_HERE, type Answered, type Asked } from './answers';

interface Exports {
  memory: WebAssembly.Memory;
  buffer: (length: number) => number;
  call: (nameLength: number) => number;
  address: () => number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const broken = { code: 'broken', message: 'This is a bug in the program; please report it.' };

let compiled: Promise<WebAssembly.Module> | undefined;
let running: Promise<Exports> | undefined;

/** The module's bytes. Some web servers unpack files that end with `.gz`. */
async function unpacked(bytes: ArrayBuffer): Promise<Response> {
  const isPacked = new Uint8Array(bytes)[0] === 0x1f;
  const stream = new Response(bytes).body!;
  const plain = isPacked ? stream.pipeThrough(new DecompressionStream('gzip')) : stream;
  return Promise.resolve(new Response(plain, { headers: { 'content-type': 'application/wasm' } }));
}

async function start(): Promise<Exports> {
  const module = await compiled!;
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  // Libraries seed their hash maps with random bytes. Nothing else is imported; other names are of functions that only a
  // generator of bindings calls.
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = name.includes('getRandomValues')
      ? (at: number, length: number) => crypto.getRandomValues(new Uint8Array(exports.memory.buffer, at, length))
      : () => {
          throw new Error(`${name} is not there`);
        };
  }
  const exports = (await WebAssembly.instantiate(module, imports)).exports as unknown as Exports;
  return exports;
}

function restart(): void {
  running = start();
  // Every call tells why the module cannot run.
  running.catch(() => undefined);
}

function answer(program: Exports, { id, name, args }: Asked): Answered {
  const [first, second] = [encoder.encode(name), encoder.encode(args)];
  const at = program.buffer(first.length + second.length);
  // The memory may be another one after each call into the module.
  const room = new Uint8Array(program.memory.buffer, at);
  room.set(first);
  room.set(second, first.length);
  const length = program.call(first.length);
  const told = new Uint8Array(program.memory.buffer, program.address(), Math.abs(length));
  return { id, ok: length >= 0, answer: decoder.decode(told) };
}

addEventListener('message', (event: MessageEvent<ArrayBuffer | Asked>) => {
  const { data } = event;
  if (data instanceof ArrayBuffer) {
    compiled = unpacked(data).then((response) => WebAssembly.compileStreaming(response));
    restart();
    return;
  }
  void running!
    .then((program) => answer(program, data))
    .then((answered) => {
      // The small module may keep what it could not read. It begins anew.
      if (!answered.ok && answered.answer.includes(NOT_HERE)) restart();
      return answered;
    })
    .catch((told: unknown) => {
      // After a panic the module's memory cannot be trusted: the next call gets a new one.
      restart();
      console.error(told);
      return { id: data.id, ok: false, answer: JSON.stringify(broken) };
    })
    .then((answered) => postMessage(answered));
});
