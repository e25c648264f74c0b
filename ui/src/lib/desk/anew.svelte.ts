// The start screen judges stored documents anew. Rules, units and campaign sheets may have changed since a document was open.

import { SvelteMap } from 'svelte/reactivity';
import type { Stored } from '../document/documents';
import { watch } from '../own/files.svelte';

export class Anew<Row extends Stored, Judgement> {
  readonly #judge: (row: Row) => Promise<Judgement>;
  readonly #judgements = new SvelteMap<string, { rev: number; judgement: Judgement }>();
  #rows: readonly Row[] = [];
  #judging = false;

  constructor(judge: (row: Row) => Promise<Judgement>) {
    this.#judge = judge;
  }

  /** The judgement of a document as it is now; undefined while there is none. */
  of({ id, rev }: Row): Judgement | undefined {
    const found = this.#judgements.get(id);
    return found?.rev === rev ? found.judgement : undefined;
  }

  /** Judges these documents one after the other. Those that cannot be judged now have no judgement. */
  async judge(rows: readonly Row[]): Promise<void> {
    this.#rows = rows;
    if (this.#judging) return;
    this.#judging = true;
    const failed = new Set<Row>();
    for (let row: Row | undefined; (row = this.#next(failed)) !== undefined;) {
      const { id, rev } = row;
      try {
        this.#judgements.set(id, { rev, judgement: await this.#judge(row) });
      } catch {
        failed.add(row);
      }
    }
    this.#judging = false;
  }

  #next(failed: ReadonlySet<Row>): Row | undefined {
    return this.#rows.find((row) => this.of(row) === undefined && !failed.has(row));
  }

  /** Judges again when the person's own units change. The returned function stops that. */
  watch(): () => void {
    return watch(() => {
      this.#judgements.clear();
      void this.judge(this.#rows);
    });
  }
}
