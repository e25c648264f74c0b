import { expect, test } from 'vitest';
import document from '../../../docs/keyboard.md?raw';
import { action, bindings, type Pressed } from './keys';

const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});

test('the documented keys do what the table says', () => {
  const ctrl = { ctrlKey: true };
  const expected: [Pressed, string][] = [
    [press('z', ctrl), 'undo'],
    [press('y', ctrl), 'redo'],
    [press('Z', { ctrlKey: true, shiftKey: true }), 'redo'],
    [press('z', { metaKey: true }), 'undo'],
    [press('s', ctrl), 'save'],
    [press('o', ctrl), 'open'],
    [press('n', ctrl), 'new'],
    [press('f', ctrl), 'search'],
    [press('d', ctrl), 'duplicate'],
    [press('c', ctrl), 'copy'],
    [press('x', ctrl), 'cut'],
    [press('v', ctrl), 'paste'],
    [press('ArrowUp'), 'up'],
    [press('ArrowDown'), 'down'],
    [press('ArrowDown', { shiftKey: true }), 'extend-down'],
    [press('ArrowUp', { altKey: true }), 'move-up'],
    [press('+', { shiftKey: true }), 'more'],
    [press('-'), 'fewer'],
    [press('Delete'), 'remove'],
    [press('F6'), 'next-panel'],
    [press('F6', { shiftKey: true }), 'previous-panel'],
    [press('F8'), 'next-problem'],
    [press('F8', { shiftKey: true }), 'previous-problem'],
    [press('?', { shiftKey: true }), 'help'],
  ];
  for (const [pressed, wanted] of expected) expect(action(pressed, false)).toBe(wanted);
});

test('keys typed into a text only change the text', () => {
  for (const pressed of [
    press('z', { ctrlKey: true }),
    press('+'),
    press('-'),
    press('Delete'),
    press('?'),
    press('ArrowUp'),
    press('c', { ctrlKey: true }),
  ])
    expect(action(pressed, true)).toBeNull();
  expect(action(press('s', { ctrlKey: true }), true)).toBe('save');
  expect(action(press('F8'), true)).toBe('next-problem');
  expect(action(press('F6'), true)).toBe('next-panel');
  expect(action(press('a'), false)).toBeNull();
});

test('the help has every action once', () => {
  expect(new Set(bindings.map((binding) => binding.action)).size).toBe(bindings.length);
  for (const binding of bindings) expect(binding.does).not.toBe('');
});

test('the document has every key', () => {
  for (const { keys, does } of bindings) expect(document).toContain(`| ${keys.join('+')} | ${does} |`);
});
