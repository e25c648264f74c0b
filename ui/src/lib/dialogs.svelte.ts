// What lies over the screen: one thing at a time, reachable from wherever it is named.

export type Open =
  | { kind: 'none' }
  | { kind: 'help' }
  | { kind: 'new' }
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
let said = $state.raw<{ text: string; when: number }>({ text: '', when: 0 });

export const notice = {
  get now(): { text: string; when: number } {
    return said;
  },
};

export const say = (text: string): void => {
  said = { text, when: Date.now() };
};
