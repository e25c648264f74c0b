// What lies over the screen: one thing at a time, reachable from wherever it is named.

import type { ArmyList } from './api/types';
import type { TextFile } from './shell';

export type Open =
  | { kind: 'none' }
  | { kind: 'help' }
  | { kind: 'new' }
  | { kind: 'paste'; file: TextFile | null }
  | { kind: 'share'; list: ArmyList; file: string }
  | { kind: 'rule'; ruleset: string; rule: string }
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

/** Said once at the foot of the screen, and to screen readers. */
let said = $state.raw<{ text: string; seen: boolean }>({ text: '', seen: false });

export const notice = {
  get now(): { text: string; seen: boolean } {
    return said;
  },
};

/** What the eye sees anyhow is said to screen readers only. */
export const say = (text: string, seen = true): void => {
  said = { text, seen };
};
