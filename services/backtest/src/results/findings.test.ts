// The findings of a result, each from a run that deserves it.
import { FINDINGS, findingText } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { NO_LOOK_AHEAD } from '../../fixtures/causality.ts';
import { panelOf } from '../candles/panel.ts';
import { type CandleRow, seriesOf } from '../candles/series.ts';
import { findingsOf } from './findings.ts';
import { simulateRun } from './simulate-run.ts';

const DAY = 86_400_000;
const START = Date.parse('2024-01-01T00:00:00Z');
const proven = {
  causality: NO_LOOK_AHEAD,
  barMs: DAY,
};

type Market = { days: number; warmUp?: number; price?: (coin: number, day: number) => number };

/** Three coins; each rises slowly unless it is given prices. */
const market = ({ days, warmUp = 1, price = (_, day) => 100 + day }: Market) =>
  panelOf(
    ['BTC', 'ETH', 'ADA'].map((coin, at) =>
      seriesOf(
        coin,
        '24h',
        Array.from({ length: days + warmUp }, (_, bar): CandleRow => {
          const day = bar - warmUp;
          const [open, close] = [price(at, day), price(at, day + 1)];
          return [START + day * DAY, open, Math.max(open, close), Math.min(open, close), close, 1];
        }),
        [],
      ),
    ),
    START,
    START + days * DAY,
  );

type Weigh = (bar: number, coin: number) => number;

const codesOf = (panel: ReturnType<typeof market>, weigh: Weigh, feeRate = 0.001) => {
  const weights = Float64Array.from({ length: panel.timestamps.length * 3 }, (_, cell) =>
    weigh(Math.floor(cell / 3), cell % 3),
  );
  const result = simulateRun(panel, weights, { fees: feeRate });
  const endDate = new Date((panel.timestamps.at(-1) ?? 0) + DAY - 1).toISOString().slice(0, 10);
  return findingsOf({ panel, result, tested: proven, endDate });
};

const held: Weigh = () => 1 / 3;
const codes = (findings: ReturnType<typeof codesOf>) => findings.map(({ code }) => code);

describe('findings', () => {
  test.each([
    { endDate: '2024-02-04', told: [] },
    { endDate: '2024-02-05', told: ['2024-02-11', 6] },
    { endDate: '2024-02-10', told: ['2024-02-11', 1] },
    { endDate: '2024-02-11', told: [] },
  ])('of weeks up to $endDate tell which days after it count', ({ endDate, told }) => {
    const rows = Array.from({ length: 12 }, (_, week): CandleRow => {
      return [START + (week - 4) * 7 * DAY, 100, 101, 99, 100, 1];
    });
    const untilMs = Date.parse(`${endDate}T00:00:00Z`) + DAY;
    const panel = panelOf([seriesOf('BTC', 'weekly', rows, [])], START, untilMs);
    const weights = new Float64Array(panel.timestamps.length).fill(1);
    const result = simulateRun(panel, weights, { fees: 0.001 });
    const tested = { causality: NO_LOOK_AHEAD, barMs: 7 * DAY };
    const found = findingsOf({ panel, result, tested, endDate }).find(({ code }) => code === 'ENDS_LATER');
    expect(found ? [found.data.lastDay, found.data.days] : []).toEqual(told);
    // The statistics end where the last week closes.
    if (found) expect(result.statistics.end.slice(0, 10)).toBe('2024-02-12');
  });

  test('of a long, cheap, spread run are a proof and its warm-up', () => {
    const findings = codesOf(market({ days: 200 }), held);
    expect(codes(findings)).toEqual(['WARM_UP', 'NO_LOOK_AHEAD']);
  });

  test('put the gravest first, and no placeholder is left in any text', () => {
    const panel = { ...market({ days: 20, warmUp: 0 }), syntheticCandles: 6, filledCandles: 3 };
    const findings = codesOf(panel, held);
    expect(codes(findings)).toEqual([
      'SYNTHETIC_CANDLES',
      'NO_WARM_UP',
      'TOO_FEW_BARS',
      'FILLED_CANDLES',
      'NO_LOOK_AHEAD',
    ]);
    expect(findings[0]?.data).toEqual({ candles: 6, share: '10' });
    for (const finding of findings) expect(findingText(finding)).not.toMatch(/[{}]|undefined| {2}/);
  });

  // spec: results.77
  test('made-up prices before the start are reported with their coins and the last day', () => {
    const spans = [
      { coin: 'ETH', candles: 3, until_ms: START - 4 * DAY },
      { coin: 'ADA', candles: 2, until_ms: START - 3 * DAY },
    ];
    const findings = codesOf({ ...market({ days: 200, warmUp: 10 }), syntheticWarmUp: spans }, held);
    expect(findings[0]).toEqual({
      code: 'SYNTHETIC_WARM_UP',
      severity: 'warning',
      data: { candles: 5, coins: 'ETH, ADA', until: '2023-12-28' },
    });
    expect(findingText(findings[0] as (typeof findings)[0])).toContain('(ETH, ADA, the last on 2023-12-28)');
  });

  test.each(Array.from({ length: 89 }, (_, index) => index + 1))('%i days are as many returns', (days) => {
    expect(codesOf(market({ days }), held)).toContainEqual(
      expect.objectContaining({ code: 'TOO_FEW_BARS', data: { returns: days, least: 90 } }),
    );
  });

  test('one purchase is not turnover, however few bars it is held', () => {
    expect(codes(codesOf(market({ days: 2 }), held))).not.toContain('HIGH_TURNOVER');
  });

  test('ninety weeks are ninety returns, and enough', () => {
    const weeks = (count: number) => {
      const weekly = ['BTC', 'ETH', 'ADA'].map((coin) =>
        seriesOf(
          coin,
          'weekly',
          Array.from(
            { length: count },
            (_, week): CandleRow => [START + 7 * week * DAY, 1, 2, 1, 1 + (week % 3) / 3, 1],
          ),
          [],
        ),
      );
      return panelOf(weekly, START, START + 7 * count * DAY);
    };
    expect(codes(codesOf(weeks(90), held))).not.toContain('TOO_FEW_BARS');
    expect(codesOf(weeks(89), held)).toContainEqual(
      expect.objectContaining({ code: 'TOO_FEW_BARS', data: { returns: 89, least: 90 } }),
    );
  });

  test('a strategy that never buys gets a finding, and none about luck', () => {
    expect(codes(codesOf(market({ days: 20 }), () => 0))).toEqual(['NO_TRADES', 'WARM_UP', 'NO_LOOK_AHEAD']);
  });

  test('moving everything every day is turnover, and its fees eat what is gained', () => {
    const rotate: Weigh = (bar, coin) => (bar % 3 === coin ? 1 : 0);
    const findings = codesOf(market({ days: 200 }), rotate, 0.001);
    expect(codes(findings)).toEqual(expect.arrayContaining(['COSTS_EAT_PROFIT', 'HIGH_TURNOVER']));
    expect(codes(codesOf(market({ days: 200 }), rotate, 0.02))).toContain('COSTS_EXCEED_PROFIT');
  });

  test('a coin that earns nearly everything is named', () => {
    const one = market({ days: 200, price: (coin, day) => (coin === 1 ? 100 + 5 * day : 100 + day / 100) });
    expect(codesOf(one, held)).toContainEqual(
      expect.objectContaining({ code: 'ONE_COIN', data: { coin: 'ETH', share: '98' } }),
    );
  });

  // spec: strategies.51
  test('a ranking that picks all coins there are left none out; without the code nothing is said', () => {
    const panel = market({ days: 200, price: (coin, day) => 100 + coin + day });
    const weights = new Float64Array(panel.timestamps.length * 3).fill(1 / 3);
    const judged = {
      ...{
        panel,
        result: simulateRun(panel, weights, { fees: 0.001 }),
        tested: proven,
        endDate: '2024-12-31',
      },
    };
    const of = (picks: number) => Buffer.from(`weights = rank_top(momentum, ${picks})`);
    expect(findingsOf({ ...judged, source: of(3) })).toContainEqual(
      expect.objectContaining({ code: 'NO_CHOICE', data: { picks: 3, coins: 3 } }),
    );
    for (const source of [of(2), null])
      expect(codes(findingsOf({ ...judged, source }))).not.toContain('NO_CHOICE');
  });

  test('a result that could be luck says so', () => {
    const restless = market({ days: 200, price: (_, day) => 100 + 10 * Math.sin(day) });
    expect(codes(codesOf(restless, held))).toContain('SHARPE_RATIO_UNCERTAIN');
  });

  test('the best of many trials says what their luck leaves of it, and good luck of one trial nothing', () => {
    const panel = market({ days: 200, price: (_, day) => 100 + day + 3 * Math.sin(day) });
    const weights = new Float64Array(panel.timestamps.length * 3).fill(1 / 3);
    const result = simulateRun(panel, weights, { fees: 0.001 });
    const of = (trials: number, probability: number) => {
      const significance = { trials, probabilistic_sharpe_ratio: 0.99, deflated_sharpe_ratio: probability };
      const statistics = { ...result.statistics, ...significance };
      const judged = { panel, result: { ...result, statistics }, tested: proven, endDate: '2024-12-31' };
      return findingsOf(judged).filter(({ code }) => /LUCK|SHARPE/.test(code));
    };
    expect(of(40, 0.6)).toMatchObject([
      { code: 'LUCK_OF_TRIALS', data: { trials: 40, probability: '60.0' } },
    ]);
    expect(of(40, 0.96)).toEqual([]);
    expect(of(1, 0.99)).toEqual([]);
  });
});

test('every finding has a title and a severity that its text fits', () => {
  for (const { title, text, severity } of Object.values(FINDINGS)) {
    expect(title).toMatch(/^[A-Z][^.]+$/);
    expect(text).toMatch(/[.}]\]?$/);
    expect(severity).toBeTruthy();
  }
});
