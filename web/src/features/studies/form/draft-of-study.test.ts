// A study that is walked forward begins with the values that it had.
import type { DeclaredParameter, StudyAxis } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { walkingDraftOf } from './draft-of-study.ts';
import { planOf } from './plan.ts';

const DECLARED = [
  { name: 'lookback', kind: 'whole', default: 30, min: 5, max: 120, step: 5, line: 2 },
  { name: 'share', kind: 'number', default: 0.3, min: 0, max: 1, step: 0.1, line: 3 },
  { name: 'mode', kind: 'word', default: 'equal', choices: ['equal', 'inverse'], line: 4 },
  { name: 'calm', kind: 'boolean', default: true, line: 5 },
] as const satisfies readonly DeclaredParameter[];

const SETTINGS = {
  portfolio: ['USDT', 'BTC', 'ETH'],
  timeframe: '24h' as const,
  fees: 0.001,
  start_date: '2024-01-01',
  end_date: '2024-12-31',
};

const planFor = (axes: StudyAxis[], method: 'grid' | 'random' = 'grid') =>
  planOf(DECLARED, walkingDraftOf({ axes, method, points_total: 40 })(DECLARED, { ...SETTINGS }, 366)).plan;

test('even numbers are a range, others a list, and words their choices', () => {
  const plan = planFor([
    { kind: 'parameter', name: 'lookback', values: [7, 9, 50] },
    { kind: 'parameter', name: 'share', values: [0.1, 0.2, 0.30000000000000004] },
    { kind: 'parameter', name: 'mode', values: ['inverse'] },
  ]);
  expect(plan?.parameters).toEqual({
    lookback: { values: [7, 9, 50] },
    share: { min: 0.1, max: 0.30000000000000004, step: 0.1 },
    mode: { values: ['inverse'] },
  });
  expect(plan?.walk_forward).toMatchObject({ kind: 'rolling', train_bars: 146, test_bars: 37 });
});

test('settings and drawn points stay as they were', () => {
  const plan = planFor(
    [
      { kind: 'setting', name: 'fees', values: [0.0005, 0.001] },
      { kind: 'setting', name: 'drift_band_percent', values: [0, 2.5] },
      { kind: 'setting', name: 'drift_band_to', values: ['target', 'edge'] },
      { kind: 'setting', name: 'rebalance_every', values: ['daily', 'monthly'] },
      { kind: 'setting', name: 'timeframe', values: ['24h', '4h'] },
      { kind: 'setting', name: 'portfolio', values: [SETTINGS.portfolio, ['USDT', 'BTC']] },
    ],
    'random',
  );
  expect(plan).toMatchObject({ method: 'random', points: 40, parameters: {} });
  expect(plan?.settings).toEqual({
    fees: { values: [0.0005, 0.001] },
    drift_band_percent: { values: [0, 2.5] },
    drift_band_to: { values: ['target', 'edge'] },
    rebalance_every: { values: ['daily', 'monthly'] },
    timeframe: { values: expect.arrayContaining(['24h', '4h']) },
    portfolio: { values: [SETTINGS.portfolio, ['USDT', 'BTC']] },
  });
});
