import { afterEach, describe, expect, test } from 'vitest';
import type { RulesetInfo } from './api/types';
import { firstNation } from './nation';
import { prefs } from './prefs.svelte';

const game = {
  id: 'sea',
  nations: [
    { id: 'pirates', units: 3 },
    { id: 'kingdom', units: 50 },
    { id: 'republic', units: 40 },
  ],
} as unknown as RulesetInfo;
afterEach(() => (prefs.nations = {}));

describe('the first nation', () => {
  test('is the one with the most units', () => expect(firstNation(game)).toBe('kingdom'));

  test('is the one that was used last in this game', () => {
    prefs.nations = { sea: 'republic', land: 'pirates' };
    expect(firstNation(game)).toBe('republic');
  });

  test('is no nation that the game does not have', () => {
    prefs.nations = { sea: 'gone' };
    expect(firstNation(game)).toBe('kingdom');
    expect(firstNation({ id: 'sea', nations: [] })).toBe('');
  });
});
