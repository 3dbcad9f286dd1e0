// The returns of single coins and closed positions, on trades that can be worked out by hand.
import { describe, expect, it } from 'vitest';
import { coinStatistics } from './coin-statistics.ts';
import type { FillLog } from './fills.ts';
import { positionStatistics } from './position-statistics.ts';
import { simulate } from './simulate.ts';

const leave = Number.NaN;
const DAY = 86_400_000;

/** Two coins over days of the given prices, opens and closes alike, from 1000 USDT. */
const traded = (prices: [number, number][], targets: [number, number][], feeRate = 0) => {
  const bars = prices.length;
  const close = Float64Array.from(prices.flat());
  const simulation = simulate({
    bars,
    coins: 2,
    open: close,
    close,
    targets: Float64Array.from(targets.flat()),
    startingCapital: 1000,
    feeRate,
    recordFills: true,
  });
  const fills = simulation.fills as FillLog;
  const openTimes = Float64Array.from(prices, (_, bar) => Date.UTC(2024, 0, 1) + bar * DAY);
  return {
    fills,
    ...coinStatistics({ coins: ['A', 'B'], close, fills }, simulation.value, 1000),
    positions: positionStatistics(fills, openTimes, 2),
  };
};

describe('the fill log', () => {
  it('has sells before buys, with cash after fees and what is held afterwards', () => {
    const { fills } = traded(
      [
        [10, 20],
        [10, 20],
      ],
      [
        [0.5, 0],
        [0, 0.4],
      ],
      0.01,
    );
    expect([...fills.bar]).toEqual([0, 1, 1]);
    expect([...fills.coin]).toEqual([0, 0, 1]);
    expect([...fills.held]).toEqual([50, 0, (0.4 * 995) / 20]);
    expect([...fills.cash]).toEqual([-505, 495, -398 - 3.98]);
    expect([...fills.fee]).toEqual([5, 5, 3.98]);
    expect([...fills.turnover]).toEqual([0.5, 500 / 995, 0.4]);
  });
});

describe('a coin', () => {
  const prices: [number, number][] = [
    [10, 20],
    [20, 20],
    [20, 10],
  ];
  const held = traded(prices, [
    [0.5, 0.25],
    [leave, leave],
    [leave, leave],
  ]);

  it('brings what it gained on what was bought of it, as a share of the starting capital', () => {
    expect(held.coins).toMatchObject([
      { coin: 'A', profit: 500, contribution: 0.5, turnover: 0.5, fills: 1, fees_paid: 0 },
      { coin: 'B', profit: -125, contribution: -0.125, turnover: 0.25, fills: 1 },
    ]);
  });

  it('weighs what it is worth at each close', () => {
    expect(held.coins[0]?.average_weight).toBeCloseTo((500 / 1000 + 1000 / 1500 + 1000 / 1375) / 3, 12);
  });

  it('pays its own fees', () => {
    const { coins } = traded(
      [
        [10, 20],
        [10, 20],
      ],
      [
        [0.5, 0.25],
        [0, 0.25],
      ],
      0.01,
    );
    expect(coins[0]).toMatchObject({ profit: -10, fees_paid: 10, fills: 2 });
    expect(coins[1]?.profit).toBeCloseTo(-2.5 - 0.01 * (250 - 0.25 * 992.5), 9);
  });
});

describe('concentration', () => {
  it('is 1 for a single coin and 1 / n for n equal ones, whatever is left in USDT', () => {
    const still: [number, number][] = [[10, 20]];
    expect(traded(still, [[0.3, 0]]).concentration).toEqual({
      herfindahl_index: 1,
      effective_number_of_coins: 1,
    });
    expect(traded(still, [[0.2, 0.2]]).concentration.effective_number_of_coins).toBeCloseTo(2, 12);
  });

  it('is the mean over the bars with a coin held, and null when there is none', () => {
    const prices = new Array<[number, number]>(4).fill([10, 20]);
    const targets: [number, number][] = [
      [leave, leave],
      [0.5, 0],
      [0.5, 0.5],
      [0, 0],
    ];
    expect(traded(prices, targets).concentration.herfindahl_index).toBeCloseTo(0.75, 12);
    expect(traded(prices.slice(0, 1), targets.slice(0, 1)).concentration).toEqual({
      herfindahl_index: null,
      effective_number_of_coins: null,
    });
  });
});

describe('positions', () => {
  it('last from the first buy until nothing is held, with all that was traded in between', () => {
    const { positions } = traded(
      [
        [10, 20],
        [20, 20],
        [20, 10],
        [40, 10],
      ],
      [
        [0.5, 0.5],
        [0.25, 0.5],
        [0.25, 0],
        [0, 0],
      ],
    );
    expect(positions).toMatchObject({ closed: 2, open: 0, win_rate: 0.5 });
    expect(positions.average_days).toBe(2.5);
    expect(positions.profit_factor).toBeCloseTo((500 + 281.25) / 375, 9);
    expect(positions.expectancy).toBeCloseTo((500 + 281.25 - 375) / 2, 9);
    expect(positions.worst_return).toBeCloseTo(-375 / 750, 9);
    expect(positions).toMatchObject({ max_consecutive_wins: 1, max_consecutive_losses: 1 });
  });

  it('that are still held are counted, but not judged', () => {
    const { positions } = traded([[10, 20]], [[0.5, 0.5]]);
    const { closed, open, max_consecutive_wins, max_consecutive_losses, ...figures } = positions;
    expect({ closed, open, max_consecutive_wins, max_consecutive_losses }).toEqual({
      closed: 0,
      open: 2,
      max_consecutive_wins: 0,
      max_consecutive_losses: 0,
    });
    expect(Object.values(figures).every((figure) => figure === null)).toBe(true);
  });

  it('are distinguished from luck by a t-test: ten similar gains are not luck, one proves nothing', () => {
    const rising = Array.from({ length: 21 }, (_, day): [number, number] => [10 + day + (day % 3), 20]);
    const inAndOut = rising.map((_, day): [number, number] => [day % 2 === 0 ? 0.1 : 0, 0]);
    const { positions } = traded(rising, inAndOut);
    expect(positions.closed).toBe(10);
    expect(positions.sqn).toBeGreaterThan(0);
    expect(positions.sqn_p_value).toBeLessThan(0.5);
    const one = traded(rising.slice(0, 2), inAndOut.slice(0, 2)).positions;
    expect(one).toMatchObject({ closed: 1, sqn: null, sqn_p_value: null, expectancy: expect.any(Number) });
  });
});
