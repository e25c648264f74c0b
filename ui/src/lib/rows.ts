// The rows and fields of the list or sheet on the screen, by their places.

import { tick } from 'svelte';

/** Focuses the row of a squadron or group and scrolls to it; the list itself if there is no such row. */
export function focusRow(at: string | null): void {
  const row = at === null ? null : document.querySelector<HTMLElement>(`[data-at="${CSS.escape(at)}"] .main`);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
  if (!row) document.getElementById('list-pane')?.focus({ preventScroll: true });
}

/** The places of the squadrons and groups on the screen, in their order there. */
export const shownRows = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('#list-pane [data-at]')].map((row) => row.dataset.at!);

/** The places of the squadrons among them. */
export const squadronRows = (): string[] => shownRows().filter((at) => at.includes('/squadrons/'));

/** Focuses a field and marks it until it loses the focus. Returns whether there is such a field. */
export async function seek(field: string): Promise<boolean> {
  const found = document.querySelector<HTMLElement>(`[data-field~="${CSS.escape(field)}"]`);
  if (!found) return false;
  if (found instanceof HTMLDetailsElement) found.open = true;
  await tick();
  const inputs = 'input, select, textarea, button';
  const input = found.matches(inputs) ? found : (found.querySelector<HTMLElement>(inputs) ?? found);
  found.scrollIntoView({ block: 'center' });
  input.focus({ preventScroll: true });
  found.dataset.sought = '';
  found.addEventListener('focusout', () => delete found.dataset.sought, { once: true });
  return true;
}
