// The dialog over the screen and the notice at its foot. Only one dialog is open at a time, and any part can open it.

import type { Judge } from './api/judge';
import type { Action } from './desk/actions';
import type { Desk } from './desk/desk.svelte';
import type { ArmyList, RulesetInfo } from './api/types';
import { placeNow } from './route.svelte';
import type { TextFile } from './shell';
import type { ToldVerdict } from './wrong';

export type Open =
  | { kind: 'none' }
  | { kind: 'help' }
  | {
      kind: 'go';
      /** The open list; null without one. */
      desk: Desk | null;
      /** What can be done beside going somewhere. */
      commands: Action[];
    }
  | { kind: 'about' }
  | {
      kind: 'new';
      /** The id of the game that is chosen first; the last used one if left out. */
      game?: string;
    }
  | { kind: 'new-sheet' }
  | { kind: 'paste'; file: TextFile | null }
  | { kind: 'share'; list: ArmyList; file: string }
  | { kind: 'rule'; judge: Judge; rule: string }
  | { kind: 'wrong'; told: ToldVerdict }
  | {
      kind: 'own-unit';
      game: RulesetInfo;
      nation: string | null;
      unit: string | null;
      name: string;
      /** What is done with a new unit once it is kept. */
      onkept?: (unit: string) => void;
    }
  | { kind: 'units-file'; files: TextFile[]; ruleset: string | null; nation: string | null }
  | { kind: 'migrate' }
  | { kind: 'resize' }
  | { kind: 'transfer'; nation: string | null }
  | { kind: 'library'; ruleset: string; text: string };

let now = $state.raw<Open>({ kind: 'none' });

export const dialogs = {
  get now(): Open {
    return now;
  },
  open(next: Open): void {
    now = next;
  },
  close(): void {
    now = { kind: 'none' };
  },
};

/** The notice, shown once at the foot of the screen and read by screen readers. */
export interface Notice {
  text: string;
  seen: boolean;
  /** Where it was said. It does not follow to other places. */
  place: string;
  /** What a button beside it does. */
  act: { title: string; run: () => void } | null;
}

let said = $state.raw<Notice>({ text: '', seen: false, place: '', act: null });

export const notice = {
  get now(): Notice {
    return said;
  },
};

/** Says something. With `seen` false, only screen readers say it, because the screen shows it anyway. */
export const say = (text: string, seen = true): void => {
  said = { text, seen, place: placeNow(), act: null };
};

/** Says what was done, with a button that takes it back. */
export const offerUndo = (text: string, undo: () => void): void => {
  const run = (): void => {
    say('');
    undo();
  };
  said = { text, seen: true, place: placeNow(), act: { title: 'Undo', run } };
};
