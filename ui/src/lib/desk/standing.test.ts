import { describe, expect, it } from 'vitest';
import type { FindingInfo, SummaryInfo } from '../api/types';
import { priceless, standingOf, tally, toneOf } from './standing';

const finding = { severity: 'error', 'to-do': true } as FindingInfo;

describe('how a list stands', () => {
  it('is the verdict once the list is finished', () => {
    expect(standingOf('illegal', 'to-do', false)).toBe('to-do');
    expect(standingOf('illegal', 'to-do', true)).toBe('illegal');
    expect(standingOf('illegal', 'empty', true)).toBe('illegal');
    expect(standingOf('illegal', undefined, false)).toBe('illegal');
  });

  it('is never legal without a squadron', () => {
    expect(standingOf('legal', 'empty', false)).toBe('empty');
    expect(standingOf('legal', 'empty', true)).toBe('empty');
  });

  it('calls what is missing an error only in a finished list', () => {
    expect(toneOf(finding, false)).toBe('to-do');
    expect(toneOf(finding, true)).toBe('error');
    expect(toneOf({ ...finding, 'to-do': false }, false)).toBe('error');
  });

  it('counts findings by tone', () => {
    expect(tally(['to-do', 'error', 'to-do', 'warning'])).toBe('1 error, 2 to do, 1 warning');
    expect(tally(['undetermined'])).toBe('1 thing not known');
    expect(tally([])).toBe('no problems');
  });

  it('says what has no price', () => {
    const of = (...points: (number | null)[]) =>
      ({ squadrons: points.map((points) => ({ points })) }) as unknown as SummaryInfo;
    const noun = { one: 'squadron', many: 'squadrons' };
    expect(priceless(of(5, null, null), noun)).toBe('2 squadrons have no price');
    expect(priceless(of(null), noun)).toBe('1 squadron has no price');
    expect(priceless(of(5), noun)).toBeNull();
    expect(priceless(null, noun)).toBeNull();
  });
});
