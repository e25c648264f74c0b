// The dialog over the screen and the notice at its foot. Only one dialog is open at a time, and any part can open it.

import type { ArmyList, RulesetInfo } from './api/types';
import type { TextFile } from './shell';

export type Open =
  | { kind: 'none' }
  | { kind: 'help' }
  | { kind: 'new' }
  | { kind: 'paste'; file: TextFile | null }
  | { kind: 'share'; list: ArmyList; file: string }
  | { kind: 'rule'; ruleset: string; rule: string }
  | { kind: 'own-unit'; game: RulesetInfo; nation: string | null; unit: string | null; name: string }
  | { kind: 'units-file'; files: TextFile[]; ruleset: string | null; nation: string | null }
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
  /** What a button beside it does. */
  act: { title: string; run: () => void } | null;
}

let said = $state.raw<Notice>({ text: '', seen: false, act: null });

export const notice = {
  get now(): Notice {
    return said;
  },
};

/** Says something. With `seen` false, only screen readers say it, because the screen shows it anyway. */
export const say = (text: string, seen = true): void => {
  said = { text, seen, act: null };
};

/** Says what was done, with a button that takes it back. */
export const offerUndo = (text: string, undo: () => void): void => {
  const run = (): void => {
    say('');
    undo();
  };
  said = { text, seen: true, act: { title: 'Undo', run } };
};
