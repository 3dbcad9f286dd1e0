// A run starts once and ends once, however often it is reported.
import type { RunEvent } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { decideRun, folderNameOf, type RunCommand, runAggregate } from './run.ts';

const digest = 'a'.repeat(64);
const settings = {
  portfolio: ['USDT', 'BTC'],
  timeframe: '24h' as const,
  fees: 0.001,
  start_date: '2025-01-01',
  end_date: '2025-12-31',
};
const ids = { runId: 'run-1', chatId: 'c1', userId: 'u1' };
const started: Extract<RunEvent, { type: 'RunStarted' }> = {
  type: 'RunStarted',
  data: {
    ...ids,
    strategyFilename: 'strategy_a.py',
    strategyVersion: 1,
    code: digest,
    settings,
    privateStrategyId: null,
    parameters: {},
  },
};
const frame = { rows: 365, columns: ['BTC'], date_range: { start: '2025-01-01', end: '2025-12-31' } };
const completed = {
  type: 'RunCompleted',
  data: {
    ...ids,
    folderName: 'f',
    summary: 's',
    files: [],
    result: frame,
    strategyFrame: frame,
    charged: 36_500,
    findings: [],
    report: digest,
  },
} as unknown as Extract<RunEvent, { type: 'RunCompleted' }>;
const failed: Extract<RunEvent, { type: 'RunFailed' }> = {
  type: 'RunFailed',
  data: { ...ids, strategyError: 'division by zero', line: 3, refusal: null, report: digest, computeMs: 7 },
};

const start: RunCommand = { type: 'StartRun', data: started.data };
const complete: RunCommand = { type: 'CompleteRun', data: completed.data };
const fail: RunCommand = { type: 'FailRun', data: failed.data };

const given = (...events: RunEvent[]) => {
  const run = events.reduce(runAggregate.evolve, runAggregate.initial);
  return { when: (command: RunCommand) => decideRun(command, run), run };
};

test('the same run with another starting capital, slippage or rebalance policy is another run; the usual ones need not be named', () => {
  const asking = (more: object): RunCommand => ({
    type: 'StartRun',
    data: { ...started.data, settings: { ...settings, ...more } },
  });
  const { when } = given(started);
  expect(when(asking({ starting_capital: 10_000, slippage: 0 }))).toEqual([]);
  expect(when(asking({ starting_capital: 500 }))).toEqual({ refused: 'COMMAND_ID_REUSED' });
  expect(when(asking({ slippage: 0.001 }))).toEqual({ refused: 'COMMAND_ID_REUSED' });
  expect(when(asking({ drift_band_percent: 0, drift_band_to: 'edge' }))).toEqual([]);
  expect(when(asking({ drift_band_percent: 5 }))).toEqual({ refused: 'COMMAND_ID_REUSED' });
  expect(when(asking({ rebalance_every: 'bar' }))).toEqual([]);
  expect(when(asking({ rebalance_every: 'monthly' }))).toEqual({ refused: 'COMMAND_ID_REUSED' });
});

test('a run is started once; starting it again changes nothing', () => {
  expect(given().when(start)).toEqual([started]);
  expect(given(started).when(start)).toEqual([]);
});

test('the same id cannot start another run', () => {
  const other: RunCommand = { type: 'StartRun', data: { ...started.data, userId: 'u2' } };
  expect(given(started).when(other)).toEqual({ refused: 'COMMAND_ID_REUSED' });
});

test('a run is the same whatever happened to its strategy file, but not with other settings', () => {
  const later = {
    ...started.data,
    strategyFilename: 'strategy_b.py',
    strategyVersion: 7,
    code: 'b'.repeat(64),
  };
  expect(given(started).when({ type: 'StartRun', data: later })).toEqual([]);
  const { settings: asked } = started.data;
  const others = [
    { ...later, chatId: 'c2' },
    { ...later, privateStrategyId: 'trendbot_2_0' as const },
    { ...later, settings: { ...asked, fees: 0.002 } },
    { ...later, settings: { ...asked, portfolio: ['USDT', 'BTC', 'ETH'] } },
    { ...later, settings: { ...asked, end_date: '2025-12-30' } },
  ];
  for (const data of others)
    expect(given(started).when({ type: 'StartRun', data })).toEqual({ refused: 'COMMAND_ID_REUSED' });
});

test('a running run completes or fails', () => {
  expect(given(started).when(complete)).toEqual([completed]);
  expect(given(started).when(fail)).toEqual([failed]);
});

test('a run that ended stays as it ended', () => {
  expect(given(started, completed).when(fail)).toEqual([]);
  expect(given(started, failed).when(complete)).toEqual([]);
  expect(given(started, failed).run).toMatchObject({
    status: 'ended',
    outcome: { status: 'failed', line: 3 },
  });
  expect(given(started, completed).run).toMatchObject({ status: 'ended', outcome: { status: 'completed' } });
});

test('an erased run stays erased: it neither ends nor starts again', () => {
  const erased: RunEvent = { type: 'RunErased', data: ids };
  const erase: RunCommand = { type: 'EraseRun', data: ids };
  expect(given(started).when(erase)).toEqual([erased]);
  expect(given(started, completed).when(erase)).toEqual([erased]);
  for (const command of [complete, fail, erase]) expect(given(started, erased).when(command)).toEqual([]);
  expect(given(started, erased).when(start)).toEqual({ refused: 'COMMAND_ID_REUSED' });
  expect(given(started, erased, completed).run).toEqual({ status: 'erased' });
  expect(given().when(erase)).toEqual({ refused: 'RUN_NOT_FOUND' });
});

test('an unknown run does not end', () => {
  expect(given().when(complete)).toEqual({ refused: 'RUN_NOT_FOUND' });
  expect(given().when(fail)).toEqual({ refused: 'RUN_NOT_FOUND' });
});

test('a result folder is named after the strategy, the moment and the run', () => {
  expect(folderNameOf('strategy_momentum.py', '2026-01-02T03:04:05.678Z', 'run-abcd-efgh')).toBe(
    'backtest_momentum_20260102_030405_bcd-efgh',
  );
});
