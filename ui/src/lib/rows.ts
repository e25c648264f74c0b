// The rows of the list on the screen, by their places.

/** Focuses the row of a squadron or group and scrolls to it; the list itself if there is no such row. */
export function focusRow(at: string | null): void {
  const row = at === null ? null : document.querySelector<HTMLElement>(`[data-at="${CSS.escape(at)}"] .main`);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
  if (!row) document.getElementById('list-pane')?.focus({ preventScroll: true });
}
