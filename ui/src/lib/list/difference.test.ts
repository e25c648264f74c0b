import { describe, expect, it } from 'vitest';
import { difference } from './difference';
import { apply } from './ops';

const frigates = { unit: 'frigate', models: 2 };
const cruisers = { unit: 'cruiser', models: 6, roles: ['commodore'] };
const list = { muster: 1, squadrons: [frigates, cruisers, { unit: 'gun boat' }], settings: { 'a/b': 'x' } };

/** The operations, after a check that they lead there and back. */
function checked(after: object): { op: string; at: string }[] {
  const ops = difference(list, after);
  const { root, inverse } = apply<object>(list, ops);
  expect(root).toEqual(after);
  expect(apply(root, inverse).root).toEqual(list);
  return ops.map(({ op, at }) => ({ op, at }));
}

describe('the difference of two lists', () => {
  it('is nothing for equal lists, whatever the order of their keys', () => {
    expect(checked(Object.fromEntries(Object.entries(structuredClone(list)).reverse()))).toEqual([]);
  });

  it('is one operation for one change', () => {
    const [, ...others] = list.squadrons;
    expect(checked({ ...list, squadrons: others })).toEqual([{ op: 'remove', at: '/squadrons/0' }]);
    expect(checked({ ...list, squadrons: [{ ...frigates, models: 4 }, ...others] })).toEqual([
      { op: 'replace', at: '/squadrons/0/models' },
    ]);
    expect(checked({ ...list, squadrons: [...list.squadrons, frigates] })).toEqual([{ op: 'add', at: '/squadrons/3' }]);
    expect(checked({ ...list, settings: { 'a/b': 'y' } })).toEqual([{ op: 'replace', at: '/settings/a~1b' }]);
    expect(checked({ ...list, consents: ['cap'] })).toEqual([{ op: 'add', at: '/consents' }]);
  });

  it('leaves what is equal as it is', () => {
    const split = [frigates, { ...cruisers, models: 3 }, { unit: 'gun boat' }, { unit: 'cruiser', models: 3 }];
    const { root } = apply(list, difference(list, structuredClone({ ...list, squadrons: split })));
    expect(root.squadrons[0]).toBe(frigates);
    expect(root.settings).toBe(list.settings);
  });

  it('takes several away, and changes others in their place', () => {
    checked({ ...list, squadrons: [] });
    checked({ ...list, squadrons: [{ unit: 'gun boat' }, frigates] });
    checked({ muster: 1 });
  });
});
