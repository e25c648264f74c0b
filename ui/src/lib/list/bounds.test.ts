import schema from '../../../../schemas/list.schema.json';
import { expect, test } from 'vitest';
import { bounds, isDay, numberIn } from './bounds';

test('the bounds are those of the schema of lists', () => {
  const of = ({ minimum: min, maximum: max }: { minimum: number; maximum: number }) => ({ min, max });
  const { Squadron, Models, SettingValue } = schema.$defs;
  expect(bounds.mfv).toEqual(of(schema.properties.mfv));
  expect(bounds.models).toEqual(of(Models.anyOf[0] as { minimum: number; maximum: number }));
  expect(bounds.turn).toEqual(of(Squadron.properties['entry-turn']));
  expect(['', '2026-08-01', '12026-08-01'].map(isDay)).toEqual([true, true, false]);
  expect(bounds.whole).toEqual(
    of(SettingValue.anyOf.find((one) => one.type === 'integer') as { minimum: number; maximum: number }),
  );
});

test('typed text is a number within bounds, or a message says why not', () => {
  expect(numberIn('1000', bounds.mfv, true)).toEqual({ number: 1000 });
  expect(numberIn(' 1e3 ', bounds.mfv, true)).toEqual({ number: 1000 });
  expect(numberIn('1000000', bounds.mfv, true)).toEqual({ number: 1_000_000 });
  for (const text of ['', '0', '-5', '1000001', '1000000000', '2.5', 'much']) {
    const said = numberIn(text, bounds.mfv, true);
    expect('wrong' in said && said.wrong, text).toMatch(/a whole number from 1 to 1000000\.$/);
  }
  expect(numberIn('', bounds.turn, false)).toEqual({ number: null });
  expect(numberIn('0', bounds.turn, false)).toEqual({ number: 0 });
  expect(numberIn('1001', bounds.turn, false)).toEqual({
    wrong: '1001 is not possible: it must be a whole number from 0 to 1000.',
  });
});
