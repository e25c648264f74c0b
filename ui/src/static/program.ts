// The program of the static edition: two modules in workers. The small one answers what a person at a list asks all the
// time. The full one is loaded when something is first printed, imported or handed in.

import { NOT_HERE, type Answered, type Asked } from './answers';
import ModuleWorker from './module.worker?worker&inline';

/** The modules in the folder. */
type Name = 'desk' | 'full';

declare global {
  /** The modules as text, by name, where a page may not read files: when it is opened from a folder. */
  var musterModules: Partial<Record<Name, string>> | undefined;
}

interface Waiting {
  resolve: (answered: Answered) => void;
  reject: (reason: Error) => void;
}

class Module {
  readonly #worker = new ModuleWorker();
  readonly #waiting = new Map<number, Waiting>();
  readonly #loaded: Promise<void>;
  #last = 0;

  constructor(name: Name) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
      this.#waiting.get(data.id)?.resolve(data);
      this.#waiting.delete(data.id);
    });
    this.#loaded = load(name).then((bytes) => this.#worker.postMessage(bytes, [bytes]));
  }

  /** Calls the module. Fails if it cannot be loaded. */
  async ask(name: string, args: string): Promise<Answered> {
    await this.#loaded;
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, name, args } satisfies Asked);
    });
  }
}

/** Reads a packed module from the folder of the page. */
async function load(name: Name): Promise<ArrayBuffer> {
  if (location.protocol !== 'file:') {
    const response = await fetch(new URL(`${__MODULES__[name]}`, document.baseURI));
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    return response.arrayBuffer();
  }
  const script = document.createElement('script');
  script.src = `${__MODULES__[name]}.js`;
  await new Promise((done, failed) => {
    script.onload = done;
    script.onerror = () => failed(new Error(`${script.src} is missing`));
    document.head.append(script);
  });
  return Uint8Array.from(atob(globalThis.musterModules![name]!), (letter) => letter.charCodeAt(0)).buffer;
}

const modules = new Map<Name, Module>();

function module(name: Name): Module {
  const known = modules.get(name) ?? new Module(name);
  modules.set(name, known);
  return known;
}

/** The calls that the small module refused. It is not asked again. */
const refused = new Set<string>();

/** Calls the program. Fails if a module cannot be loaded; the next call tries again. */
export async function ask(name: string, args: string): Promise<Answered> {
  if (!refused.has(name)) {
    const first = await asked('desk', name, args);
    if (first.ok || (JSON.parse(first.answer) as { code?: string }).code !== NOT_HERE) return first;
    refused.add(name);
  }
  return asked('full', name, args);
}

async function asked(which: Name, name: string, args: string): Promise<Answered> {
  try {
    return await module(which).ask(name, args);
  } catch (told) {
    modules.delete(which);
    throw told;
  }
}
