// The game of a list, stored after every tap. Other windows that show it follow.

import type { ArmyList } from '../api/types';
import { say } from '../dialogs.svelte';
import { begin, clear, differs, type Game, isBegun, type Marks, set, take, undo } from './game';
import { forgetGone, load, save } from './store';

export class Table {
  #game = $state.raw<Game | null>(null);
  #id: string;
  #list: ArmyList;
  #channel = new BroadcastChannel('muster-play');
  #writing: Promise<unknown>;

  /** The table for a stored list. */
  constructor(id: string, list: ArmyList) {
    this.#id = id;
    this.#list = list;
    this.#writing = this.#load().then(forgetGone, this.#failed);
    this.#channel.addEventListener('message', ({ data }) => {
      if (data === id) this.#writing = this.#writing.then(() => this.#load()).catch(this.#failed);
    });
  }

  /** Null until it is loaded. */
  get game(): Game | null {
    return this.#game;
  }

  /** The list was changed since the game began. */
  get isOld(): boolean {
    return this.#game !== null && differs(this.#game, this.#list);
  }

  set(name: string, marks: Marks): void {
    this.#become((game) => set(game, name, marks));
  }

  undo(): void {
    const name = this.#game?.steps.at(-1)?.name;
    if (name === undefined) return;
    this.#become(undo);
    say(`Undone: ${name}`);
  }

  newGame(): void {
    this.#become(clear);
  }

  /** Goes on with the list as it is now. */
  take(): void {
    this.#become((game) => take(game, this.#list));
  }

  close(): void {
    this.#channel.close();
  }

  async #load(): Promise<void> {
    this.#game = this.#current((await load(this.#id)) ?? begin(this.#list));
  }

  /** Until something is ticked, a game follows the list. */
  #current(game: Game): Game {
    return isBegun(game) ? game : { ...game, list: this.#list };
  }

  #become(change: (game: Game) => Game): void {
    if (!this.#game) return;
    const game = (this.#game = this.#current(change(this.#game)));
    const write = async (): Promise<void> => {
      await save({ id: this.#id, game });
      this.#channel.postMessage(this.#id);
    };
    this.#writing = this.#writing.then(write).catch(this.#failed);
  }

  #failed = (told: Error): void => say(`Not saved: ${told.message}`);
}
