// A re-run without the future shows a strategy's author bar and coin.
import { findingText } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { NO_LOOK_AHEAD } from '../../fixtures/causality.ts';
import type { Causality } from '../workflows/run-backtest-contract.ts';
import { causalityFindings } from './causality-findings.ts';

const HOUR = 3_600_000;
const at = (iso: string): number => Date.parse(iso);
const findingsOf = (causality: Partial<Causality>, barMs = 24 * HOUR) =>
  causalityFindings({ causality: { ...NO_LOOK_AHEAD, ...causality }, barMs }).map((finding) => ({
    code: finding.code,
    severity: finding.severity,
    text: findingText(finding),
  }));

const lookAhead = {
  future: 'cut',
  known_until_ms: at('2024-03-05T00:00:00Z'),
  at_ms: at('2024-03-04T00:00:00Z'),
  coin: 'ETH',
  weight: 0.5,
  without_future: 1 / 3,
  line: null,
} as const;

describe('causality', () => {
  test('that was tested at every planned date states the number of decisions', () => {
    expect(findingsOf({})).toEqual([
      {
        code: 'NO_LOOK_AHEAD',
        severity: 'passed',
        text: '45 of 365 decisions were tested: none changed when the candles after it were cut off or, for 3 of them, replaced by made-up ones. The others (320) were not tested.',
      },
    ]);
  });

  test('that is broken names the date, the coin and both weights', () => {
    expect(findingsOf({ tested: 1, look_ahead: lookAhead })).toEqual([
      {
        code: 'LOOK_AHEAD_CUT',
        severity: 'critical',
        text: 'The strategy uses the future. Without the candles after 2024-03-05, its weight for ETH at 2024-03-04 is 0.3333 instead of 0.5.',
      },
    ]);
  });

  test('that is broken names the line, where it was found', () => {
    expect(findingsOf({ look_ahead: { ...lookAhead, line: 7 } })[0]?.text).toMatch(
      /0\.3333 instead of 0\.5\. The difference begins in line 7\.$/,
    );
    expect(findingsOf({ look_ahead: { ...lookAhead, line: null } })[0]?.text).not.toContain('line');
  });

  test('that is broken within a day names the hour, and a weight that is none', () => {
    const noise = { ...lookAhead, future: 'noise', weight: null, without_future: 0 } as const;
    expect(findingsOf({ look_ahead: noise }, HOUR)[0]?.text).toBe(
      'The strategy uses the future. With different candles after 2024-03-05 00:00 UTC, its weight for ETH at 2024-03-04 00:00 UTC is 0 instead of none (NaN).',
    );
  });

  test('of a strategy that fails without its future appears along with a look-ahead', () => {
    const failed = { future: 'cut', known_until_ms: at('2024-03-05T00:00:00Z') } as const;
    expect(findingsOf({ look_ahead: lookAhead, failed })).toMatchObject([
      { code: 'LOOK_AHEAD_CUT' },
      {
        code: 'FUTURE_REQUIRED',
        severity: 'critical',
        text: 'The strategy fails when the candles after 2024-03-05 are missing, so it would fail in live trading. Its output shows how.',
      },
    ]);
  });

  test('of a strategy that rolls dice cannot be judged', () => {
    const first_difference = { at_ms: at('2024-01-01T00:00:00Z'), coin: 'BTC', weight: 0.1, again: 0.2 };
    expect(findingsOf({ reproducible: false, first_difference })).toMatchObject([
      { code: 'NOT_REPRODUCIBLE' },
    ]);
  });

  test('of a strategy that hangs when it is run again is not assumed', () => {
    expect(findingsOf({ tested: 0 })).toMatchObject([{ code: 'CAUSALITY_UNTESTED', severity: 'critical' }]);
    expect(findingsOf({ reproducible: false })).toMatchObject([{ code: 'CAUSALITY_UNTESTED' }]);
  });

  test('that only a shorter table breaks is not to be trusted, and is not praised', () => {
    const { future: _, ...difference } = lookAhead;
    const found = findingsOf({ depends_on_length: { ...difference, line: 4 } });
    expect(found).toMatchObject([
      {
        code: 'DEPENDS_ON_LENGTH',
        severity: 'critical',
        text: expect.stringContaining(
          'its weight for ETH at 2024-03-04 is 0.3333 instead of 0.5; with as many other candles',
        ),
      },
    ]);
    expect(found[0]?.text).toMatch(/The difference begins in line 4\.$/);
    expect(found[0]?.text).not.toMatch(/round|digit/i);
  });

  test('claims no more than was tested: no made-up prices', () => {
    expect(findingsOf({ made_up_tested: 0 })[0]?.text).toBe(
      '45 of 365 decisions were tested: none changed when the candles after it were cut off. The others (320) were not tested.',
    );
  });

  test('that only rounding breaks is a warning', () => {
    const found = findingsOf({ tested: 0, explained: 8, planned: 8, rounding: lookAhead });
    expect(found).toMatchObject([
      { code: 'ROUNDING_DECIDES', severity: 'warning' },
      { code: 'CAUSALITY_INCOMPLETE', severity: 'warning' },
    ]);
    expect(found[0]?.text).toMatch(/^Without the candles .* 0\.3333 instead of 0\.5, but only by rounding/);
    const [madeUp] = findingsOf({ rounding: { ...lookAhead, future: 'noise' } });
    expect(madeUp?.text).toMatch(/^With made-up candles after 2024-03-05, its weight for ETH at 2024-03-04/);
  });

  test('that only made-up prices break is a warning without praise; if it fails on them, with how much was tested', () => {
    const { future: _, ...difference } = lookAhead;
    expect(findingsOf({ made_up: { fails: false, ...difference }, made_up_tested: 1 })).toMatchObject([
      { code: 'MADE_UP_PRICES_DIFFER', severity: 'warning' },
    ]);
    const fails = { fails: true, known_until_ms: lookAhead.known_until_ms } as const;
    expect(findingsOf({ made_up: fails, made_up_tested: 0 })).toMatchObject([
      { code: 'MADE_UP_PRICES_FAIL', severity: 'warning', text: expect.stringContaining('after 2024-03-05') },
      { code: 'NO_LOOK_AHEAD' },
    ]);
  });

  test('that was tested at some of the planned dates is not proven', () => {
    expect(findingsOf({ tested: 3, explained: 1, planned: 5 })).toMatchObject([
      { code: 'CAUSALITY_INCOMPLETE', severity: 'warning' },
    ]);
  });

  test('is not proven by one date while others changed for another reason', () => {
    expect(findingsOf({ tested: 1, explained: 8, planned: 5, rounding: lookAhead })).toMatchObject([
      { code: 'ROUNDING_DECIDES' },
      {
        code: 'CAUSALITY_INCOMPLETE',
        severity: 'warning',
        text: 'Only 1 of 5 planned dates among 365 decisions could be tested for look-ahead, because the strategy is slow or has few bars, or because its weights changed for another reason, as at 8 dates.',
      },
    ]);
  });

  test('cannot be tested in a range of one bar', () => {
    expect(findingsOf({ tested: 0, planned: 0, decisions: 0 })).toMatchObject([
      { code: 'RANGE_UNTESTABLE', severity: 'warning' },
    ]);
  });
});
