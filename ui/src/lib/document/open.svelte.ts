// An open document, a list or a sheet: its history, how it is stored and written to a file, and what it hears of other
// windows.

import * as api from '../api/api';
import { program } from '../api/answering.svelte';
import type { ArmyList, SheetFile } from '../api/types';
import { type Edit, turn } from '../list/edits';
import { edit, type History, redo, type Step, undo } from '../list/history';
import { desktop, type Place, readFile, Refusal, save } from '../shell';
import { baseName, slug } from '../words';
import { type Documents, newId, type Stored } from './documents';
import type { Judging } from './judging.svelte';
import { Keeping } from './keeping.svelte';

type What = 'list' | 'sheet';

/** What windows that have the same document open say to each other. */
interface Message {
  kind: 'open' | 'here' | 'saved' | 'closed';
  id: string;
  from: string;
  rev: number;
}

export abstract class OpenDocument<T extends ArmyList | SheetFile = ArmyList | SheetFile, K extends Stored = Stored> {
  readonly id: string;
  /** The word for it. */
  readonly what: What;
  abstract readonly judging: Judging<unknown>;
  readonly keeping: Keeping<K>;
  file = $state.raw<string | null>(null);
  place = $state.raw<Place | null>(null);
  /** Whether another program changed or removed the file since it was read. */
  fileChanged = $state.raw<'changed' | 'gone' | null>(null);
  filed = $state.raw<number | null>(null);
  /** What is to be said of other windows. */
  meeting = $state.raw<'none' | 'other-window' | 'taken-over'>('none');
  /** The state that the stored judgement is about; null if that is not known. */
  protected judged: T | null = null;
  readonly #documents: Documents<K>;
  #history = $state.raw<History<T>>() as History<T>;
  readonly #channel = new BroadcastChannel('muster');
  readonly #stop: () => void;

  constructor(what: What, documents: Documents<K>, kept: K, steps: readonly Step[]) {
    this.what = what;
    this.id = kept.id;
    this.#documents = documents;
    this.keeping = new Keeping(documents, kept.id, {
      row: (rev, quiet) => this.#row(rev, quiet),
      steps: () => this.#history.steps,
      written: ({ rev }) => this.#written(rev),
    });
    this.#hold(kept, steps);
    this.#stop = program.watch(() => this.retry());
  }

  /** Takes what is stored of the document besides what every document has, if there is anything. */
  protected take?(kept: K): void;
  /** What is stored of the document besides what every document has. */
  protected abstract rest(): Partial<K>;
  /** The text of its file. */
  protected abstract text(): Promise<string>;
  /** What a copy of it has of its own. */
  protected abstract copy(): Promise<Partial<K>>;
  /** Called after each change of the document. */
  protected abstract follow(before: T): void;

  /** Judges the document, and looks for its file and for other windows. */
  protected begin(): void {
    this.#channel.addEventListener('message', (event: MessageEvent<Message>) => this.#hear(event.data));
    this.#say('open');
    this.judging.ask();
    if (desktop && this.place) void this.#checkFile(this.place);
  }

  get document(): T {
    return this.#history.document;
  }
  /** The place in the document that is selected. */
  get selected(): string | null {
    return this.#history.selected;
  }
  set selected(at: string | null) {
    if (at !== this.selected) this.#history = { ...this.#history, selected: at };
  }
  get undoName(): string | null {
    return this.#isFixed ? null : (this.#history.steps[this.#history.at - 1]?.name ?? null);
  }
  get redoName(): string | null {
    return this.#isFixed ? null : (this.#history.steps[this.#history.at]?.name ?? null);
  }
  /** Whether it is not in its file as it is now. */
  get unfiled(): boolean {
    return this.filed !== this.keeping.rev;
  }
  get fileName(): string {
    return this.file ?? `${slug(this.document.name ?? '') || this.what}.yaml`;
  }

  // --- Edits ---

  /** Whether nothing is edited until the person chooses, because another window wrote the document. */
  get #isFixed(): boolean {
    return this.keeping.halted === 'conflict';
  }

  do(made: Edit | null): void {
    this.#become(made && edit(this.#history, made, Date.now()));
  }

  /** Returns what was undone. */
  undo(): string | null {
    const name = this.undoName;
    this.#become(undo(this.#history));
    return name;
  }

  /** Returns what was done again. */
  redo(): string | null {
    const name = this.redoName;
    this.#become(redo(this.#history));
    return name;
  }

  #become(next: History<T> | null): void {
    if (!next || this.#isFixed) return;
    const before = this.#history;
    let common = Math.min(before.steps.length, next.steps.length);
    while (common > 0 && before.steps[common - 1] !== next.steps[common - 1]) common--;
    this.#history = next;
    this.keeping.edited(common);
    this.follow(before.document);
    this.judging.ask();
  }

  retry(): void {
    this.judging.ask();
  }

  // --- Storage ---

  flush(): Promise<void> {
    return this.keeping.flush();
  }

  #hold(kept: K, steps: readonly Step[]): void {
    const { [this.what]: document, selected } = kept as unknown as { [what in What]: T } & { selected?: string | null };
    this.#history = { document, steps, at: kept.at, selected: selected ?? null };
    this.keeping.hold(kept.rev, steps.length);
    this.judged = kept.unjudged ? null : document;
    this.file = kept.file;
    this.place = kept.place;
    this.filed = kept.filed;
  }

  #row(rev: number, quiet: boolean): K {
    const { document, at, steps } = this.#history;
    // A quiet write has no edit in it, so the file has the same document.
    if (quiet && this.filed === rev - 1) this.filed = rev;
    const row: Stored = {
      id: this.id,
      rev,
      updated: Date.now(),
      at,
      steps: steps.length,
      file: this.file,
      place: this.place,
      filed: this.filed,
      unjudged: this.judged !== document,
    };
    return { ...row, [this.what]: document, ...this.rest() } as unknown as K;
  }

  async #written(rev: number): Promise<void> {
    this.#say('saved');
    if (desktop && this.place && this.fileChanged === null && this.filed !== rev) await this.#fileAgain();
  }

  /** Stores the judgement of a state of the document. It waits for the writes before it, and stores nothing if the
   * document was edited meanwhile. */
  protected remember(document: T, judgement: Partial<K>): void {
    this.judged = document;
    const store = async (): Promise<void> => {
      if (document !== this.document || this.keeping.pending) return;
      await this.#documents.remember(this.id, this.keeping.rev, judgement);
    };
    void this.keeping.then(store).catch(() => undefined);
  }

  // --- Other windows ---

  #say(kind: Message['kind']): void {
    const { by, rev } = this.keeping;
    this.#channel.postMessage({ kind, id: this.id, from: by, rev } satisfies Message);
  }

  #hear({ kind, id, from, rev }: Message): void {
    if (id !== this.id || from === this.keeping.by) return;
    if (kind === 'open') this.#say('here');
    if ((kind === 'open' || kind === 'here') && this.meeting === 'none') this.meeting = 'other-window';
    if (kind === 'closed' && this.meeting === 'other-window') this.meeting = 'none';
    if (kind === 'saved' && rev > this.keeping.rev) {
      // If nothing here is unsaved, the other window's state becomes this one's. Otherwise neither overwrites the other.
      if (!this.keeping.pending) void this.takeTheirs();
      else this.keeping.halt('conflict');
    }
  }

  /** Takes what another window wrote. */
  async takeTheirs(): Promise<void> {
    const before = this.document;
    const found = await this.#documents.load(this.id);
    // An edit that was made meanwhile is a conflict, which shows when the edit is stored.
    if (!found || this.document !== before) return;
    this.#hold(found.kept, found.steps);
    this.take?.(found.kept);
    this.meeting = 'taken-over';
    this.follow(before);
    this.judging.ask();
  }

  /** Saves this window's state as a new document and returns its id. */
  async keepAsCopy(): Promise<string> {
    const copy = await this.copy();
    const row = { ...this.#row(1, false), ...copy, id: newId(), place: null, filed: null };
    await this.#documents.save(row, this.#history.steps, 0);
    this.keeping.leave();
    return row.id;
  }

  // --- Files ---

  /** Writes the document to its file, or where the person chooses. False if the person cancels. Never overwrites what
   * another program wrote. */
  async #toFile(): Promise<boolean> {
    const { rev } = this.keeping;
    try {
      const place = await save(this.fileName, await this.text(), this.place);
      if (place === 'cancelled') return false;
      this.file = place ? baseName(place.path) : this.fileName;
      this.place = place;
      this.filed = rev;
      return true;
    } catch (told) {
      if (told instanceof Refusal && (told.code === 'changed' || told.code === 'gone')) this.fileChanged = told.code;
      throw told;
    }
  }

  /** Writes the document to its file as well (in the app only). */
  async #fileAgain(): Promise<void> {
    await this.#toFile().catch((told: unknown) => this.fileChanged ?? this.judging.refuse(told));
  }

  /** Checks whether the file changed or disappeared while the document was closed. */
  async #checkFile({ path, stamp }: Place): Promise<void> {
    try {
      if ((await readFile(path)).stamp !== stamp) this.fileChanged = 'changed';
    } catch {
      this.fileChanged = 'gone';
    }
  }

  /** Does what the person chose: overwrite the file with this document, read the file as an undoable step, or forget the
   * file. */
  async settleFile(choice: 'write' | 'read' | 'leave'): Promise<void> {
    if (choice === 'read' && this.place) {
      const { path } = this.place;
      const { name, text, stamp } = await readFile(path);
      const read = (await api.read(text, name))[0]?.[this.what];
      if (!read) return this.judging.refuse(new Refusal('unreadable', `${name} is not a ${this.what} any more.`));
      this.fileChanged = null;
      this.place = { path, stamp };
      this.do(turn(this.document, read, null, `Read ${name} again`));
    } else if (choice === 'write' && this.place) {
      this.fileChanged = null;
      this.place = { ...this.place, stamp: null };
      await this.#fileAgain();
    } else this.fileChanged = this.place = this.filed = null;
    await this.flush();
  }

  /** Saves the document to a file. Returns the message about it, or null if the person cancels. */
  async saveAsFile(): Promise<string | null> {
    await this.flush();
    if (!(await this.#toFile())) return null;
    await this.flush();
    return desktop ? `Saved as ${this.file}` : `Downloaded ${this.file}`;
  }

  close(): void {
    this.#stop();
    void this.keeping.close().then(() => {
      this.judging.stop();
      this.#say('closed');
      this.#channel.close();
    });
  }
}
