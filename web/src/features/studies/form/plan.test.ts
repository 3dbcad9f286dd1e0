// A typed study becomes the plan of the contract, or says at each field what is wrong with it.
import { type DeclaredParameter, ROUTES } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { type AxisDraft, draftOf, type StudyDraft } from './draft.ts';
import { axisField, planOf, windowsIn } from './plan.ts';

const DECLARED = [
  { name: 'lookback', kind: 'whole', default: 30, min: 5, max: 120, step: 5, line: 2 },
  { name: 'share', kind: 'number', default: 0.3, min: 0, max: 1, step: 0.1, line: 3 },
  { name: 'mode', kind: 'word', default: 'equal', choices: ['equal', 'inverse'], line: 4 },
  { name: 'calm', kind: 'boolean', default: true, line: 5 },
] as const satisfies readonly DeclaredParameter[];
const SETTINGS = {
  portfolio: ['USDT', 'BTC', 'ETH'],
  timeframe: '24h',
  fees: 0.001,
  start_date: '2024-01-01',
  end_date: '2024-12-31',
} as const;

const first = draftOf(DECLARED, { ...SETTINGS, portfolio: [...SETTINGS.portfolio] }, 366);
const withAxis = (name: string, axis: Partial<AxisDraft>): StudyDraft => ({
  ...first,
  axes: { ...first.axes, [name]: { ...(first.axes[name] as AxisDraft), ...axis } },
});
const problemOf = (draft: StudyDraft) => planOf(DECLARED, draft).problems;

test('begins with the first parameter along its declared range', () => {
  expect(planOf(DECLARED, first)).toEqual({
    plan: { method: 'grid', parameters: { lookback: { min: 5, max: 120, step: 5 } }, settings: {}, seed: 0 },
    problems: {},
    counts: { [axisField('lookback')]: 24 },
  });
});

test('is what the server takes, with settings that vary, drawn points and windows', () => {
  const draft: StudyDraft = {
    ...withAxis('mode', { mode: 'list' }),
    ...{
      fees: '0.05, 0.1 0.3',
      slippage: '0.29',
      bandEnds: ['edge', 'target'],
      calendars: ['weekly', 'bar'],
      intervals: ['24h', '4h'],
    },
    ...{ portfolios: 'usdt, btc, eth\nBTC SOL\n\nUSDT,BTC,SOL', method: 'quasi-random', points: '64' },
    ...{ seed: '7', windows: 'rolling', trainBars: '180', testBars: '30', embargoBars: '5' },
  };
  const { plan, problems } = planOf(DECLARED, draft);
  expect(problems).toEqual({});
  expect(plan).toMatchObject({
    parameters: { mode: { values: ['equal', 'inverse'] } },
    settings: {
      fees: { values: [0.0005, 0.001, 0.003] },
      drift_band_to: { values: ['target', 'edge'] },
      rebalance_every: { values: ['bar', 'weekly'] },
      timeframe: { values: ['4h', '24h'] },
      portfolio: {
        values: [
          ['USDT', 'BTC', 'ETH'],
          ['USDT', 'BTC', 'SOL'],
        ],
      },
    },
    points: 64,
    seed: 7,
    walk_forward: { kind: 'rolling', train_bars: 180, test_bars: 30, embargo_bars: 5 },
  });
  // A single value varies nothing.
  expect(plan?.settings).not.toHaveProperty('slippage');
  const input = {
    ...SETTINGS,
    ...plan,
    backtest_id: 'c1',
    focused_strategy: 'strategy_0',
    fixed: { calm: false },
  };
  expect(ROUTES.startStudy.input.safeParse(input).error).toBeUndefined();
  expect(windowsIn(366, draft)).toBe(6);
});

test('a search has a goal, a budget and a seed, and no windows', () => {
  const draft: StudyDraft = {
    ...first,
    ...{ method: 'optimise', goal: 'calmar_ratio', points: '40', seed: '3', windows: 'rolling' },
  };
  const { plan } = planOf(DECLARED, draft);
  expect(plan).toMatchObject({ method: 'optimise', goal: 'calmar_ratio', points: 40, seed: 3 });
  expect(plan).not.toHaveProperty('walk_forward');
  const input = { ...SETTINGS, ...plan, backtest_id: 'c1', focused_strategy: 'strategy_0', fixed: {} };
  expect(ROUTES.startStudy.input.safeParse(input).error).toBeUndefined();
  // Only a search has a goal.
  for (const wrong of [
    { ...input, goal: undefined },
    { ...input, method: 'random' },
  ])
    expect(ROUTES.startStudy.input.safeParse(wrong).error?.issues).toMatchObject([
      { message: 'STUDY_GOAL_INVALID' },
    ]);
});

test.each([
  [{ step: '0' }, 'The step must be above 0.'],
  [{ step: '2.5' }, 'The step must be a whole number, like the values.'],
  [{ max: '5' }, 'The range must end above its start.'],
  [{ max: '500' }, 'The code takes whole numbers from 5 to 120.'],
  [{ min: 'x' }, 'Enter numbers for from, to and step.'],
  [{ mode: 'list', list: '10, 20, ten' }, '“ten” is not a number.'],
  [{ mode: 'list', list: '10 2' }, 'The code takes whole numbers from 5 to 120.'],
  [{ mode: 'list', list: ' ' }, 'Type a number.'],
] as const)('%o of a parameter is refused in words', (axis, words) => {
  const draft = withAxis('lookback', axis);
  expect(problemOf(draft)).toEqual({ [axisField('lookback')]: words });
  expect(planOf(DECLARED, draft).plan).toBeNull();
});

test.each([
  [{ fees: '11' }, { fees: 'From 0 to 10 percent.' }],
  [{ method: 'random', points: '0' }, { points: 'Type a whole number from 1 to 2000.' }],
  [{ windows: 'anchored', testBars: '1.5' }, { testBars: 'Type a whole number from 5 to 200000.' }],
  [{ windows: 'rolling', trainBars: '19' }, { trainBars: 'Type a whole number from 20 to 200000.' }],
  [{ portfolios: 'BTC\n'.repeat(11) }, { portfolios: 'At most 10 portfolios.' }],
] as const)('%o is refused in words', (fields, problems) => {
  expect(problemOf({ ...first, ...fields })).toEqual(problems);
});

test('steps are counted in decimals: a tenth of one has eleven values', () => {
  const { counts } = planOf(DECLARED, withAxis('share', { mode: 'range' }));
  expect(counts[axisField('share')]).toBe(11);
});
