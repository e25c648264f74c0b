// What was typed into forms that were closed before it was kept. It lasts until the program ends.

const drafts = new Map<string, string>();

/** What was typed into a form before; null if nothing was. */
export function draftOf<Typed>(form: string): Typed | null {
  const draft = drafts.get(form);
  return draft === undefined ? null : (JSON.parse(draft) as Typed);
}

/** Holds what is typed into a form, unless that is what the form began with. */
export function hold<Typed>(form: string, typed: Typed, first: Typed): void {
  const draft = JSON.stringify(typed);
  if (draft === JSON.stringify(first)) drafts.delete(form);
  else drafts.set(form, draft);
}
