// Which points a study has: whole grids, draws without repetition, and refusals in words.
import {
  type DeclaredParameter,
  isRefusal,
  REBALANCE_CALENDARS,
  type RunSettings,
  type StudyPlan,
} from '@tradeium/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axesOf, type PlannedPoint, pointsOf, settingsOfPoint, variesPolicy } from './study-points.ts';
import { nextPoints } from './study-search.ts';

const declared: DeclaredParameter[] = [
  { name: 'lookback', kind: 'whole', default: 30, min: 5, max: 120, step: 5, line: 1 },
  { name: 'weight', kind: 'number', default: 0.5, min: 0, max: 1, step: 0.1, line: 2 },
  { name: 'mode', kind: 'word', default: 'equal', choices: ['equal', 'inverse'], line: 3 },
  { name: 'hedge', kind: 'boolean', default: false, line: 4 },
];
const settings: RunSettings = {
  portfolio: ['USDT', 'BTC'],
  timeframe: '24h',
  fees: 0.001,
  start_date: '2024-01-01',
  end_date: '2024-12-31',
};
const plan = (more: Partial<StudyPlan>): StudyPlan => ({
  method: 'grid',
  parameters: {},
  settings: {},
  seed: 0,
  ...more,
});
const drawn = (more: Partial<StudyPlan>, fixed = {}) =>
  pointsOf({ plan: plan(more), declared, fixed, settings });
const points = (more: Partial<StudyPlan>, fixed = {}): PlannedPoint[] => {
  const found = drawn(more, fixed);
  if (isRefusal(found)) throw new Error(found.refused);
  return [...found.points];
};
const lookbacks = { lookback: { min: 5, max: 120, step: 5 } };

test('a grid has every combination, with the other parameters at their defaults', () => {
  const grid = points({
    parameters: { lookback: { values: [10, 20] }, mode: { values: ['equal', 'inverse'] } },
  });
  expect(grid.map(({ parameters }) => [parameters.lookback, parameters.mode])).toEqual([
    [10, 'equal'],
    [10, 'inverse'],
    [20, 'equal'],
    [20, 'inverse'],
  ]);
  expect(grid[0]?.parameters).toEqual({ lookback: 10, weight: 0.5, mode: 'equal', hedge: false });
});

test.for([
  [{}, false],
  [{ timeframe: { values: ['24h', '1h'] }, portfolio: { values: [['BTC'], ['ETH']] } }, false],
  [{ drift_band_percent: { values: [5, 5] } }, false],
  [{ drift_band_percent: { values: [2, 5] } }, true],
  [{ fees: { values: [0, 0.001] } }, true],
] satisfies [StudyPlan['settings'], boolean][])('settings %j vary the policy: %s', ([varied, isVaried]) => {
  expect(variesPolicy(plan({ parameters: lookbacks, settings: varied }))).toBe(isVaried);
});

test('parameters that are fixed have their values at every point', () => {
  const grid = points({ parameters: lookbacks }, { weight: 0.3 });
  expect(new Set(grid.map(({ parameters }) => parameters.weight))).toEqual(new Set([0.3]));
});

test('a range counts its steps in decimals, without binary dust', () => {
  const axes = axesOf(plan({ parameters: { weight: { min: 0, max: 1, step: 0.1 } } }));
  expect(axes).toMatchObject([{ values: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] }]);
});

test.for([
  ['a range whose end is no multiple of its step ends before it', { min: 5, max: 17, step: 5 }, [5, 10, 15]],
  ['a range of one value', { min: 5, max: 5, step: 1 }, [5]],
  ['small steps', { min: 1e-7, max: 3e-7, step: 1e-7 }, [1e-7, 2e-7, 3e-7]],
] as const)('%s', ([, axis, values]) => {
  const axes = axesOf(plan({ parameters: { x: axis, y: { values: [1, 2] } } }));
  expect(axes).toMatchObject([{ values }, {}]);
});

describe('what is not code', () => {
  test('is varied by the names of settings, and money shares nothing with them', () => {
    const grid = points({
      settings: { fees: { values: [0, 0.001] }, timeframe: { values: ['24h', '12h'] } },
    });
    expect(grid.map((point) => settingsOfPoint(settings, point))).toEqual([
      { ...settings, fees: 0 },
      { ...settings, fees: 0, timeframe: '12h' },
      settings,
      { ...settings, timeframe: '12h' },
    ]);
  });

  test('both ends of a band of no width are one point', () => {
    const grid = points({
      settings: { drift_band_percent: { values: [0, 5] }, drift_band_to: { values: ['target', 'edge'] } },
    });
    expect(grid).toHaveLength(3);
  });

  test('two orders of the same coins are one point', () => {
    const portfolios = [
      ['USDT', 'BTC', 'ETH'],
      ['USDT', 'BTC'],
      ['ETH', 'BTC', 'USDT'],
    ];
    const grid = points({ settings: { portfolio: { values: portfolios } } });
    expect(grid.map(({ settings: own }) => own.portfolio)).toEqual(portfolios.slice(0, 2));
    const orders = {
      values: [
        ['USDT', 'BTC'],
        ['BTC', 'USDT'],
      ],
    };
    expect(drawn({ settings: { portfolio: orders } })).toEqual({ refused: 'STUDY_WITHOUT_AXES' });
  });

  test('a calendar that each bar begins is the same point as none', () => {
    const grid = points({
      settings: {
        timeframe: { values: ['1h', '24h', 'weekly'] },
        rebalance_every: { values: [...REBALANCE_CALENDARS] },
      },
    });
    const named = grid.map((point) => {
      const { timeframe, rebalance_every } = settingsOfPoint(settings, point);
      return `${timeframe} ${rebalance_every ?? 'bar'}`;
    });
    expect(named).toEqual([
      ...['1h bar', '1h daily', '1h weekly', '1h monthly'],
      ...['24h bar', '24h weekly', '24h monthly'],
      ...['weekly bar', 'weekly monthly'],
    ]);
  });
});

test.for([
  ['a parameter that is not declared', { parameters: { speed: { values: [1, 2] } } }, 'PARAMETER_UNKNOWN'],
  ['a value out of range', { parameters: { lookback: { values: [5, 500] } } }, 'PARAMETER_INVALID'],
  ['a range of words', { parameters: { mode: { min: 1, max: 2, step: 1 } } }, 'PARAMETER_INVALID'],
  ['a part of a whole number', { parameters: { lookback: { values: [5, 7.5] } } }, 'PARAMETER_INVALID'],
  [
    'a range that ends before it begins',
    { parameters: { lookback: { min: 9, max: 5, step: 1 } } },
    'STUDY_AXIS_INVALID',
  ],
  [
    'a range of a million points',
    { parameters: { weight: { min: 0, max: 1, step: 1e-6 } } },
    'STUDY_AXIS_INVALID',
  ],
  [
    'a grid of too many points',
    { parameters: { lookback: { min: 5, max: 120, step: 1 }, weight: { min: 0, max: 1, step: 0.05 } } },
    'STUDY_TOO_LARGE',
  ],
  ['nothing to vary', { parameters: { lookback: { values: [5] } } }, 'STUDY_WITHOUT_AXES'],
  ['one value, named twice', { parameters: { lookback: { values: [5, 5] } } }, 'STUDY_WITHOUT_AXES'],
  ['no axis', {}, 'STUDY_WITHOUT_AXES'],
  [
    'two ends of no band',
    { settings: { drift_band_to: { values: ['target', 'edge'] } } },
    'STUDY_WITHOUT_AXES',
  ],
  [
    'a long range of a parameter that is not declared',
    { parameters: { speed: { min: 0, max: 1e9, step: 1 } } },
    'PARAMETER_UNKNOWN',
  ],
  [
    'a portfolio without BTC',
    {
      settings: {
        portfolio: {
          values: [
            ['USDT', 'ETH'],
            ['USDT', 'BTC'],
          ],
        },
      },
    },
    'PORTFOLIO_INVALID',
  ],
  [
    'an unknown coin',
    {
      settings: {
        portfolio: {
          values: [
            ['USDT', 'BTC', 'NOPE'],
            ['USDT', 'BTC'],
          ],
        },
      },
    },
    'UNKNOWN_COIN',
  ],
] as [string, Partial<StudyPlan>, string][])('%s is refused', ([, more, refused]) => {
  expect(drawn(more)).toMatchObject({ refused });
});

test('a parameter cannot be fixed and varied', () => {
  expect(drawn({ parameters: lookbacks }, { lookback: 5 })).toEqual({
    refused: 'STUDY_AXIS_INVALID',
    data: { problem: 'lookback is both varied and fixed' },
  });
});

const large = { lookback: { min: 5, max: 120, step: 1 }, weight: { min: 0, max: 1, step: 0.01 } };

test.for(['random', 'quasi-random'] as const)(
  '%s draws never repeat a point, and are the same for a seed',
  (method) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 1e6 }), (count, seed) => {
        const one = points({ method, parameters: large, points: count, seed });
        const again = points({ method, parameters: large, points: count, seed });
        expect(one).toEqual(again);
        expect(new Set(one.map((point) => JSON.stringify(point))).size).toBe(count);
      }),
      { numRuns: 30 },
    );
  },
);

describe('as many axes as a study can have', () => {
  const many = Array.from({ length: 20 }, (_, at) => ({
    ...{ name: `p${at}`, kind: 'whole' as const, default: 0, line: at + 1 },
    ...{ min: 0, max: 99, step: 1 },
  }));
  const axes: Pick<StudyPlan, 'parameters' | 'settings'> = {
    parameters: Object.fromEntries(many.map(({ name }) => [name, { min: 0, max: 99, step: 1 }])),
    settings: {
      fees: { values: [0, 0.001] },
      slippage: { values: [0, 0.001] },
      drift_band_percent: { values: [1, 2] },
      drift_band_to: { values: ['target', 'edge'] },
      rebalance_every: { values: ['weekly', 'monthly'] },
      timeframe: { values: ['1h', '24h'] },
      portfolio: {
        values: [
          ['USDT', 'BTC'],
          ['USDT', 'BTC', 'ETH'],
        ],
      },
    },
  };
  const drawnBy = (method: StudyPlan['method']) =>
    pointsOf({ plan: plan({ method, ...axes, points: 100 }), declared: many, fixed: {}, settings });

  test.for([
    ['random', 100],
    ['quasi-random', 100],
    ['optimise', 25],
  ] as const)('are drawn by %s', ([method, length]) => {
    expect(drawnBy(method)).toMatchObject({ total: 100, points: { length } });
  });

  test('are searched', () => {
    const first = drawnBy('optimise');
    if (isRefusal(first)) throw new Error(first.refused);
    const searched = first.points.map((point, figure) => ({ point, figure }));
    const known = { plan: plan({ method: 'optimise', ...axes }), settings, total: 100, searched };
    expect(nextPoints(known)).toHaveLength(9);
  });
});

test('an axis of one value takes no part in a draw, and every point has its value', () => {
  const draw = { method: 'quasi-random', points: 6 } as const;
  const alone = points({ ...draw, parameters: lookbacks });
  const beside = points({
    ...draw,
    parameters: { weight: { values: [0.3] }, ...lookbacks },
    settings: { fees: { values: [0.002] } },
  });
  expect(beside).toEqual(
    alone.map(({ parameters }) => ({
      parameters: { ...parameters, weight: 0.3 },
      settings: { fees: 0.002 },
    })),
  );
});

test('a draw has no more points than there are', () => {
  const few = { lookback: { values: [5, 10, 15] } };
  for (const method of ['random', 'quasi-random'] as const) {
    const all = points({ method, parameters: few, points: 40 }).map(({ parameters }) => parameters.lookback);
    expect(all.toSorted()).toEqual([10, 15, 5]);
  }
});

test.for([
  ['begins with a quarter', { points: 200 }, 50, 200],
  ['begins with all where these are few', { points: 8 }, 8, 8],
  ['begins with a hundred at most', { points: 2_000 }, 100, 2_000],
] as const)('a search %s of its points, spread evenly', ([, more, first, total]) => {
  const search = drawn({ method: 'optimise', goal: 'cagr', parameters: large, ...more });
  expect(search).toMatchObject({ points: { length: first }, total });
  const spread = points({ method: 'quasi-random', parameters: large, points: first });
  expect(search).toMatchObject({ points: spread });
});

test('a search has no more points than there are runs', () => {
  const bands: StudyPlan['settings'] = {
    drift_band_percent: { values: [0, 5] },
    drift_band_to: { values: ['target', 'edge'] },
  };
  expect(drawn({ method: 'optimise', goal: 'cagr', settings: bands, points: 40 })).toMatchObject({
    total: 3,
  });
});

test.for(['random', 'quasi-random', 'optimise'] as const)(
  '%s points are as many as asked, or all distinct runs, whatever is drawn first',
  (method) => {
    const settingsAxes: StudyPlan['settings'] = {
      drift_band_percent: { values: [0, 5] },
      drift_band_to: { values: ['target', 'edge'] },
    };
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), fc.nat(1e6), (count, seed) => {
        const goal = method === 'optimise' ? ({ goal: 'cagr' } as const) : {};
        const found = drawn({ method, ...goal, settings: settingsAxes, points: count, seed });
        const most = Math.min(count, 3);
        expect(found).toMatchObject({ total: most, points: { length: most } });
      }),
      { numRuns: 200 },
    );
  },
);

test('quasi-random points leave no quarter of the square empty', () => {
  const spread = points({ method: 'quasi-random', parameters: large, points: 16, seed: 3 });
  const quarters = spread.map(
    ({ parameters }) => `${Number(parameters.lookback) < 63}${Number(parameters.weight) < 0.5}`,
  );
  for (const quarter of new Set(quarters))
    expect(quarters.filter((one) => one === quarter).length).toBeGreaterThan(2);
  expect(new Set(quarters).size).toBe(4);
});
