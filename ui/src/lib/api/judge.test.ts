import { expect, test } from 'vitest';
import { judgeOf } from './judge';
import type { Report } from './types';
import { NO_TERMS } from '../terms';

const report = (ruleset: Report['ruleset'], overlays: Report['terms']['overlays']): Report =>
  ({ ruleset, terms: { ...NO_TERMS, overlays } }) as unknown as Report;

test('a rule is explained by the version and the overlays that judged', () => {
  const ruleset = { id: 'dw-2.5', version: '1.0.0', edition: '2.51', digest: '' };
  const wessex = { id: 'wessex', name: 'Wessex Club rules', 'from-archive': false, drops: [], rules: [] };
  const overlay = { ...wessex, consents: [], mfv: [], fixes: {}, others: [] };
  expect(judgeOf(report(ruleset, [overlay]), 'dw-2.5')).toEqual({
    ruleset: 'dw-2.5@1.0.0',
    overlays: ['wessex'],
  });
  // Nothing judged it yet, or nothing could.
  expect(judgeOf(null, 'dw-2.5')).toEqual({ ruleset: 'dw-2.5', overlays: [] });
  expect(judgeOf(report(null, []), 'dw-2.5')).toEqual({ ruleset: 'dw-2.5', overlays: [] });
});
