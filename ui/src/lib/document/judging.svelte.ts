// Asks the program about an open document. The newest state wins, and the last answer stays meanwhile.

import { program } from '../api/answering.svelte';
import { Refusal } from '../shell';

/** After so many milliseconds without an answer, the last one is not shown any more. */
const PATIENCE = 1500;

interface Asker<Answer> {
  /** Asks about the document as it is now. `last` is the answer before. */
  ask(last: Answer | null): Promise<Answer>;
  /** Called after each answer that counts. */
  answered(answer: Answer): void;
}

export class Judging<Answer> {
  /** The last answer. Only `answer` is shown as a verdict. */
  last = $state.raw<Answer | null>(null);
  /** The document was edited since the last answer. */
  stale = $state.raw(true);
  refusal = $state.raw<Refusal | null>(null);
  /** Why the last edit was not judged. */
  #unanswered = $state.raw<string | null>(null);
  /** The answer about the last edit takes long. */
  #late = $state.raw(false);
  #lateTimer: ReturnType<typeof setTimeout> | null = null;
  readonly #asker: Asker<Answer>;
  #asked = 0;
  #asking = false;
  #answering = false;
  #stopped = false;

  constructor(asker: Asker<Answer>) {
    this.#asker = asker;
  }

  /** Why the document is not judged as it is now; null if it is, or will be in a moment. */
  get unjudged(): string | null {
    return (
      this.#unanswered ??
      program.silent ??
      (this.last === null ? 'Judging …' : this.#late ? 'The program has not answered yet.' : null)
    );
  }

  /** The answer about the document; null while it is not judged. Everything that is shown as judged comes from here. */
  get answer(): Answer | null {
    return this.unjudged === null ? this.last : null;
  }

  /** Asks anew, after the edit is painted. */
  ask(): void {
    this.stale = true;
    this.#lateTimer ??= setTimeout(() => (this.#late = true), PATIENCE);
    this.#asked++;
    if (this.#asking) return;
    this.#asking = true;
    requestAnimationFrame(() => setTimeout(() => void this.#answer()));
    // A timeout as well, because a window in the background paints no frames.
    setTimeout(() => void this.#answer(), 100);
  }

  async #answer(): Promise<void> {
    if (this.#answering || !this.#asking || this.#stopped) return;
    this.#answering = true;
    try {
      let asked: number;
      do {
        asked = this.#asked;
        const answer = await this.#asker.ask(this.last);
        if (asked !== this.#asked && this.last) continue;
        this.#unanswered = null;
        this.last = answer;
        this.#asker.answered(answer);
        this.refusal = null;
      } while (asked !== this.#asked);
      this.stale = false;
    } catch (told) {
      this.refuse(told);
      this.#unanswered = this.refusal!.message;
    } finally {
      if (this.#lateTimer) clearTimeout(this.#lateTimer);
      this.#lateTimer = null;
      this.#late = false;
      this.#answering = this.#asking = false;
    }
  }

  /** Shows why something cannot be done. */
  refuse(told: unknown): void {
    this.refusal = told instanceof Refusal ? told : new Refusal('unknown', String(told));
  }

  /** Asks nothing more. */
  stop(): void {
    this.#stopped = true;
  }
}
