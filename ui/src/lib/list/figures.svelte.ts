// The figures of an open list for its overview. They are asked for again once the list is judged again.

import * as api from '../api/api';
import type { Overview } from '../api/types';
import type { Desk } from '../desk/desk.svelte';

export class Figures {
  #now = $state.raw<Overview | null>(null);
  #failed = $state.raw<string | null>(null);

  constructor(of: () => Desk) {
    $effect(() => {
      const desk = of();
      // Each judgement is of another state of the list, or by other rules.
      void desk.judgement;
      let isOld = false;
      api.overview(desk.list, desk.given).then(
        (now) => {
          if (!isOld) [this.#now, this.#failed] = [now, null];
        },
        (told: Error) => {
          if (!isOld) this.#failed = told.message;
        },
      );
      return () => (isOld = true);
    });
  }

  /** The last answer; null while the first one is awaited. */
  get now(): Overview | null {
    return this.#now;
  }
  /** Why the last request was refused; null if it was not. */
  get failed(): string | null {
    return this.#failed;
  }
}
