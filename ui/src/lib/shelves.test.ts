import { expect, it } from 'vitest';
import type { GroupKindInfo, RulesetInfo, UnitInfo } from './api/types';
import type { Indexed } from './search';
import { groupedBy, shelves } from './shelves';

const value = (title: string) => ({ id: title.toLowerCase(), title });
const game = {
  traits: [{ id: 'size', title: 'Size', values: [value('Small'), value('Large')] }],
} as unknown as RulesetInfo;
const kind = {
  id: 'core',
  slots: [
    { id: 'lead', title: 'Lead' },
    { id: 'line', title: 'Line' },
  ],
} as GroupKindInfo;

const unit = (name: string, size: string | null, more: Partial<UnitInfo> = {}): Indexed => ({
  name,
  text: name,
  names: name,
  unit: {
    id: name,
    name,
    traits: size ? [{ id: 'size', title: 'Size', values: [value(size)] }] : [],
    slots: {},
    members: [],
    only: null,
    ...more,
  } as unknown as UnitInfo,
});

const units = [
  unit('escort', 'Small', { only: 'attached' }),
  unit('frigate', 'Small', { slots: { core: 'line' } }),
  unit('ship', 'Large', { slots: { core: 'lead' } }),
  unit('mix', 'Large', { members: [{}] as unknown as UnitInfo['members'] }),
  unit('wing', null),
];
const told = (kind: GroupKindInfo | null) =>
  shelves(units, game, kind, new Map()).map(({ title, units }) => `${title}: ${units.map(({ name }) => name).join()}`);

it('groups by the first trait, large units first', () => {
  expect(groupedBy(game, null)).toBe('size');
  expect(told(null)).toEqual([
    'Large: ship',
    'Small: frigate',
    'Others: wing',
    'Fixed mixes: mix',
    'Only with others: escort',
  ]);
});

it('groups by slot where the group has slots', () => {
  expect(groupedBy(game, kind)).toBe('slot');
  expect(told(kind)).toEqual(['Lead: ship', 'Line: frigate', 'Others: mix,wing', 'Only with others: escort']);
});
