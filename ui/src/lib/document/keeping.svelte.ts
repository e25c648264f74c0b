// Keeps an open document: one write at a time, never over what another window wrote, and never without a word about what
// is not stored.

import type { Step } from '../list/history';
import { troubles } from '../storage/trouble.svelte';
import { type Documents, Gone, newId, Stale, type Stored } from './documents';

/** So many milliseconds after the first edit that is not stored, all of them are. */
const SOON = 250;

/** The open document, as it is kept. */
interface Open<K> {
  /** The row with a revision. `quiet` says that nothing was edited since the last write. */
  row(rev: number, quiet: boolean): K;
  steps(): readonly Step[];
  /** Called after each write. */
  written(row: K): Promise<void>;
}

export class Keeping<K extends Stored> {
  saved = $state.raw<'saved' | 'saving' | 'failed'>('saved');
  /** Why nothing is written until the person chooses: another window wrote the document, or it is not there any more. */
  halted = $state.raw<'conflict' | 'gone' | null>(null);
  rev = $state.raw(0);
  /** This window, as it stands in what it writes. */
  readonly by = newId();

  readonly #id: string;
  readonly #documents: Documents<K>;
  readonly #open: Open<K>;
  /** How many steps are stored or being written, and how many are stored for certain. */
  #begun = 0;
  #sure = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #writing: Promise<unknown> = Promise.resolve();
  #closed = false;
  readonly #stops: (() => void)[];

  constructor(documents: Documents<K>, id: string, open: Open<K>) {
    this.#documents = documents;
    this.#id = id;
    this.#open = open;
    const flush = (): unknown => this.pending && this.flush();
    const leave = (): void => this.#goes();
    const hide = (): unknown => document.hidden && this.#store();
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    this.#stops = [
      troubles.onRetry(flush),
      () => removeEventListener('pagehide', leave),
      () => document.removeEventListener('visibilitychange', hide),
    ];
  }

  /** Whether something is not stored. */
  get pending(): boolean {
    return this.#timer !== null || this.saved !== 'saved';
  }

  /** How it is kept, in words. */
  get words(): string {
    return this.saved === 'failed' ? 'Not saved!' : this.saved === 'saving' ? 'Saving …' : 'Saved';
  }

  /** Takes what is stored. */
  hold(rev: number, steps: number): void {
    this.rev = rev;
    this.#begun = this.#sure = steps;
    this.saved = 'saved';
    this.halted = null;
    this.#documents.dropNote(this.#id, this.by);
  }

  /** The document was edited. Its first `common` steps are as they were. */
  edited(common: number): void {
    // Steps that were replaced are written again. The steps before them stay as stored.
    this.#begun = Math.min(this.#begun, common);
    this.#sure = Math.min(this.#sure, common);
    if (this.halted) return;
    this.saved = 'saving';
    if (this.#note()) this.#timer ??= setTimeout(() => void this.flush(), SOON);
    else void this.flush();
  }

  #note(): boolean {
    const row = { ...this.#open.row(this.rev + 1, false), by: this.by };
    return this.#documents.note(row, this.#open.steps(), this.#sure);
  }

  /** The window goes. */
  #goes(): void {
    if (this.#closed) return;
    if (this.pending) this.#note();
    void this.#store();
  }

  /** Writes what is not stored. If nothing was edited, that is at most the row without a new edit, with the selection. */
  #store(): Promise<void> {
    return this.pending ? this.flush() : this.then(() => this.#writeBeside());
  }

  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    return this.then(() => this.#write());
  }

  /** Does something after all writes that are under way. */
  then(act: () => Promise<void>): Promise<void> {
    const done = this.#writing.then(act);
    this.#writing = done.catch(() => undefined);
    return done;
  }

  async #write(): Promise<void> {
    if (this.halted || this.#closed) return;
    const from = this.#begun;
    const steps = this.#open.steps();
    this.#begun = steps.length;
    try {
      const row = { ...this.#open.row(this.rev + 1, this.saved === 'saved'), by: this.by };
      this.rev = await this.#documents.save(row, steps, from);
      this.#sure = this.#begun;
      if (!this.#timer) {
        this.saved = 'saved';
        this.#documents.dropNote(this.#id, this.by);
      }
      await this.#open.written({ ...row, rev: this.rev });
    } catch (told) {
      this.#begun = Math.min(this.#begun, from);
      if (told instanceof Stale) this.halt('conflict');
      else if (told instanceof Gone) this.halt('gone');
      else this.saved = 'failed';
    }
  }

  /** Writes what stands beside the document, such as the selected place. It makes no revision, so another window with the
   * document may go on writing. */
  async #writeBeside(): Promise<void> {
    if (this.halted || this.#closed) return;
    const row = this.#open.row(this.rev, false);
    const write = (now: K): K | null =>
      now.rev === row.rev && now.deleted === undefined ? { ...now, ...row, updated: now.updated } : null;
    // If this fails, the person loses a selection and no edit.
    await this.#documents.change([this.#id], write).catch(() => undefined);
  }

  /** Writes nothing more until the person chooses. What was edited is noted again when the window goes. */
  halt(why: 'conflict' | 'gone'): void {
    this.halted = why;
    this.saved = 'failed';
    if (why === 'gone') this.#begun = this.#sure = 0;
    this.#documents.dropNote(this.#id, this.by);
  }

  /** Keeps a document that is not there any more: out of the bin, or anew. */
  async keepAgain(): Promise<void> {
    await this.#documents.restore([this.#id]);
    const there = await this.#documents.load(this.#id);
    this.#begun = this.#sure = Math.min(this.#sure, there?.steps.length ?? 0);
    this.rev = there?.kept.rev ?? 0;
    this.halted = null;
    this.saved = 'saving';
    await this.flush();
  }

  /** Writes what is not stored, and then nothing more. What may not be written is noted. */
  close(): Promise<void> {
    const done = this.#store().then(() => {
      if (this.pending && !this.#closed) this.#note();
      this.leave();
    });
    this.#documents.closes(this.#id, done);
    return done;
  }

  /** Writes nothing more. */
  leave(): void {
    this.#closed = true;
    this.#stops.forEach((stop) => stop());
  }
}
