// Findings on the screen: the worst first, none lost, and a verdict that follows from them.
import { type Finding, found, worstFirst } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { findingsOf, isLoud, objectionOf, quietSummary, verdictOf, wordsOf } from './findings.ts';

const lookAhead = found('LOOK_AHEAD_CUT', {
  knownUntil: '2024-03-01',
  coin: 'BTC',
  at: '2024-02-29',
  withoutFuture: '0',
  weight: '1',
});
const passed = found('NO_LOOK_AHEAD', { dates: 12 });
const note = found('WARM_UP', { bars: 200 });
const luck = found('SHARPE_RATIO_UNCERTAIN', { probability: '80.0' });
const warning = found('NO_TRADES');

describe('the findings of statistics', () => {
  test('come worst first', () => {
    expect(worstFirst([passed, note, warning, lookAhead])).toEqual([lookAhead, warning, note, passed]);
    expect(findingsOf({ findings: [passed, lookAhead] })).toEqual([lookAhead, passed]);
  });

  test('may be none', () => expect(findingsOf({ findings: [] })).toEqual([]));

  test('anything that is not a finding is left out', () => {
    expect(findingsOf({ findings: [null, 3, { code: 'X' }, { ...note, severity: 'odd' }, note] })).toEqual([
      note,
    ]);
  });
});

describe('words', () => {
  test('come from the catalogue, with the date and the coin', () => {
    expect(wordsOf(lookAhead).title).toBe('Look-ahead');
    expect(wordsOf(lookAhead).text).toContain('uses the future');
    expect(wordsOf(lookAhead).text).toContain('BTC at 29 Feb 2024');
  });

  test('a finding of a newer server is named at least', () => {
    const unknown = { code: 'SOMETHING_NEW', severity: 'critical', data: {} } as unknown as Finding;
    expect(wordsOf(unknown).title).toBe('SOMETHING_NEW');
  });

  test('quiet ones are counted', () => {
    expect(quietSummary([passed, note, note, warning])).toBe('1 check passed, 2 notes');
    expect(quietSummary([warning])).toBe('');
    expect([lookAhead, warning, note, passed].map(isLoud)).toEqual([true, true, false, false]);
  });
});

test.each([
  [[passed, warning, lookAhead], 'critical', 'No, do not trust it: 1 critical finding, 1 warning'],
  [[passed, warning, warning], 'warning', 'With care: 2 warnings'],
  [[passed, note], 'passed', 'No look-ahead found; costs and data checked'],
  [[passed, note, luck], 'info', 'No warnings; read the notes'],
  [[note, luck], 'info', 'Not tested for look-ahead'],
  [[], 'info', 'Not tested for look-ahead'],
] as const)(
  'the verdict is the worst finding’s, and calm only after a test for look-ahead',
  (findings, severity, text) => {
    expect(verdictOf(findings)).toEqual({ severity, text });
  },
);

test('in a line a result is objected to by its gravest finding', () => {
  expect(objectionOf([note, warning, passed, lookAhead])).toEqual({
    severity: 'critical',
    text: 'Critical: Look-ahead',
    detail: wordsOf(lookAhead).text,
    more: 1,
  });
  expect(objectionOf([warning])).toEqual({
    severity: 'warning',
    text: 'Warning: Nothing traded',
    detail: wordsOf(warning).text,
    more: 0,
  });
  expect(objectionOf([note, passed])).toBeNull();
});
