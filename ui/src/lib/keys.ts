// The keyboard scheme in one table. The help is made from the same table.

export type Action =
  | 'undo'
  | 'redo'
  | 'save'
  | 'open'
  | 'new'
  | 'search'
  | 'go'
  | 'duplicate'
  | 'more'
  | 'fewer'
  | 'remove'
  | 'next-panel'
  | 'previous-panel'
  | 'next-problem'
  | 'previous-problem'
  | 'help'
  | 'print'
  | 'up'
  | 'down'
  | 'extend-up'
  | 'extend-down'
  | 'move-up'
  | 'move-down'
  | 'copy'
  | 'cut'
  | 'paste';

export interface Binding {
  action: Action;
  /** The keys as shown in the help. */
  keys: string[];
  does: string;
  /** Whether the key also works while a text is typed. */
  typing: boolean;
  match: (event: Pressed) => boolean;
}

export type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

const command = (event: Pressed): boolean => (event.ctrlKey || event.metaKey) && !event.altKey;
const plain = (event: Pressed): boolean => !event.ctrlKey && !event.metaKey && !event.altKey;
const letter =
  (wanted: string, shift = false) =>
  (event: Pressed): boolean =>
    command(event) && event.shiftKey === shift && event.key.toLowerCase() === wanted;

export const bindings: readonly Binding[] = [
  { action: 'undo', keys: ['Ctrl', 'Z'], does: 'Undo', typing: false, match: letter('z') },
  {
    action: 'redo',
    keys: ['Ctrl', 'Y'],
    does: 'Redo (also Ctrl Shift Z)',
    typing: false,
    match: (event) => letter('y')(event) || letter('z', true)(event),
  },
  { action: 'save', keys: ['Ctrl', 'S'], does: 'Save as a file', typing: true, match: letter('s') },
  { action: 'open', keys: ['Ctrl', 'O'], does: 'Open a file', typing: true, match: letter('o') },
  { action: 'print', keys: ['Ctrl', 'P'], does: 'Print', typing: true, match: letter('p') },
  {
    action: 'new',
    keys: ['Ctrl', 'N'],
    does: 'New list (Alt N where the browser keeps Ctrl N)',
    typing: true,
    match: (event) => letter('n')(event) || (event.altKey && !event.ctrlKey && event.key.toLowerCase() === 'n'),
  },
  { action: 'go', keys: ['Ctrl', 'K'], does: 'Go to a unit, a list or a command', typing: true, match: letter('k') },
  { action: 'search', keys: ['Ctrl', 'F'], does: 'Search the units', typing: true, match: letter('f') },
  { action: 'duplicate', keys: ['Ctrl', 'D'], does: 'Duplicate', typing: true, match: letter('d') },
  { action: 'copy', keys: ['Ctrl', 'C'], does: 'Copy', typing: false, match: letter('c') },
  { action: 'cut', keys: ['Ctrl', 'X'], does: 'Cut', typing: false, match: letter('x') },
  { action: 'paste', keys: ['Ctrl', 'V'], does: 'Paste', typing: false, match: letter('v') },
  {
    action: 'up',
    keys: ['↑'],
    does: 'Go up',
    typing: false,
    match: (event) => plain(event) && !event.shiftKey && event.key === 'ArrowUp',
  },
  {
    action: 'down',
    keys: ['↓'],
    does: 'Go down',
    typing: false,
    match: (event) => plain(event) && !event.shiftKey && event.key === 'ArrowDown',
  },
  {
    action: 'extend-up',
    keys: ['Shift', '↑'],
    does: 'Select the row above as well',
    typing: false,
    match: (event) => plain(event) && event.shiftKey && event.key === 'ArrowUp',
  },
  {
    action: 'extend-down',
    keys: ['Shift', '↓'],
    does: 'Select the row below as well',
    typing: false,
    match: (event) => plain(event) && event.shiftKey && event.key === 'ArrowDown',
  },
  {
    action: 'move-up',
    keys: ['Alt', '↑'],
    does: 'Move up',
    typing: false,
    match: (event) => event.altKey && !event.ctrlKey && event.key === 'ArrowUp',
  },
  {
    action: 'move-down',
    keys: ['Alt', '↓'],
    does: 'Move down',
    typing: false,
    match: (event) => event.altKey && !event.ctrlKey && event.key === 'ArrowDown',
  },
  {
    action: 'more',
    keys: ['+'],
    does: 'One model more',
    typing: false,
    match: (event) => plain(event) && (event.key === '+' || event.key === '='),
  },
  {
    action: 'fewer',
    keys: ['−'],
    does: 'One model fewer',
    typing: false,
    match: (event) => plain(event) && (event.key === '-' || event.key === '−'),
  },
  {
    action: 'remove',
    keys: ['Delete'],
    does: 'Remove',
    typing: false,
    match: (event) => plain(event) && event.key === 'Delete',
  },
  {
    action: 'next-panel',
    keys: ['F6'],
    does: 'Next panel: units, list, details, problems',
    typing: true,
    match: (event) => event.key === 'F6' && !event.shiftKey,
  },
  {
    action: 'previous-panel',
    keys: ['Shift', 'F6'],
    does: 'Previous panel',
    typing: true,
    match: (event) => event.key === 'F6' && event.shiftKey,
  },
  {
    action: 'next-problem',
    keys: ['F8'],
    does: 'Next problem',
    typing: true,
    match: (event) => event.key === 'F8' && !event.shiftKey,
  },
  {
    action: 'previous-problem',
    keys: ['Shift', 'F8'],
    does: 'Previous problem',
    typing: true,
    match: (event) => event.key === 'F8' && event.shiftKey,
  },
  {
    action: 'help',
    keys: ['?'],
    does: 'This help',
    typing: false,
    match: (event) => plain(event) && event.key === '?',
  },
];

/** The action of a key. While a text is typed, keys that belong to the text have none. */
export function action(event: Pressed, typing: boolean): Action | null {
  return bindings.find((binding) => (!typing || binding.typing) && binding.match(event))?.action ?? null;
}

/** Whether keys typed here go into a text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type);
}
