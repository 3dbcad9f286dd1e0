// The run's states: progress belongs to the run that is active, and an error stays with its file until it is saved.
import type { RunProgress } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../lib/failure.ts';
import { outcomeOfFailure } from './outcome.ts';
import { progressOf, shareOf, stepStatesOf } from './progress.ts';
import {
  cancelAsked,
  checkBegan,
  checkEnded,
  connectionLost,
  outcomeRead,
  type RunState,
  runAdopted,
  runEnded,
  runProgressed,
  runSlice,
  runStarted,
  runsListed,
  type StartedRun,
  strategyChanged,
  strategyKey,
} from './run-slice.ts';

const started: StartedRun = {
  strategyFilename: 'strategy_a.py',
  input: {
    run_id: 'run-00001',
    backtest_id: 'chat-1',
    fees: 0.001,
    portfolio: ['USDT', 'BTC'],
    start_date: '2024-10-08',
    end_date: '2025-10-08',
    timeframe: '24h',
    focused_strategy: 'strategy_0',
  },
};
const progress: RunProgress = {
  run_id: 'run-00001',
  status: 'running',
  step: 'running_strategy',
  completed: 0.5,
  message: '',
};
const idle: RunState = runSlice.reducer(undefined, { type: 'init' });
const running = runSlice.reducer(idle, runStarted(started));
const strategyFailure = {
  ...outcomeOfFailure(failureOf(500, null)),
  strategyError: { message: 'NameError', line: 3, source: '    return x' },
};
const key = strategyKey('chat-1', 'strategy_a.py');

describe('a run', () => {
  test('starts without progress', () => {
    expect(running.active).toMatchObject({ progress: null, isCancelling: false });
  });

  test('moves on with its own progress, not with that of another run', () => {
    expect(runSlice.reducer(running, runProgressed(progress)).active?.progress).toEqual(progress);
    expect(
      runSlice.reducer(running, runProgressed({ ...progress, run_id: 'other' })).active?.progress,
    ).toBeNull();
  });

  test('is connected again when progress comes', () => {
    const lost = runSlice.reducer(running, connectionLost());
    expect(lost.active?.isReconnecting).toBe(true);
    expect(runSlice.reducer(lost, runProgressed(progress)).active?.isReconnecting).toBe(false);
  });

  test('can be asked to stop', () => {
    expect(runSlice.reducer(running, cancelAsked(true)).active?.isCancelling).toBe(true);
  });

  test('ends with an outcome of its chat, until that is read', () => {
    const ended = runSlice.reducer(
      running,
      runEnded({ runId: 'run-00001', ending: 'failed', outcome: strategyFailure }),
    );
    expect(ended.active).toBeNull();
    expect(ended.outcome).toMatchObject({ chatId: 'chat-1', strategyFilename: 'strategy_a.py' });
    expect(runSlice.reducer(ended, outcomeRead()).outcome).toBeNull();
  });

  test('an end without a run changes nothing', () => {
    expect(
      runSlice.reducer(idle, runEnded({ runId: 'run-00001', ending: 'failed', outcome: strategyFailure })),
    ).toEqual(idle);
  });
});

describe('a run that another tab has started', () => {
  const { selectNewestOther, selectOtherRunsCount } = runSlice.getSelectors();
  const other = (run_id: string): StartedRun => ({ ...started, input: { ...started.input, run_id } });
  const listed = runSlice.reducer(idle, runsListed([other('run-00002'), other('run-00003')]));
  const end = { runId: 'run-00003', ending: 'failed', outcome: strategyFailure } as const;

  // spec: workspace.61
  test('is picked up, the newest first, and the others are counted', () => {
    expect(selectNewestOther(listed)?.input.run_id).toBe('run-00003');
    const adopted = runSlice.reducer(listed, runAdopted(other('run-00003')));
    expect(adopted.active).toMatchObject({ isOwn: false, progress: null });
    expect(selectOtherRunsCount(adopted)).toBe(1);
  });

  test('does not take the place of the own one', () => {
    const own = runSlice.reducer(running, runsListed([other('run-00002'), started]));
    expect(selectOtherRunsCount(own)).toBe(1);
    expect(runSlice.reducer(own, runAdopted(other('run-00002'))).active?.input.run_id).toBe('run-00001');
  });

  test('ends without a dialog, but its error is marked, and an older list does not bring it back', () => {
    const ended = runSlice.reducer(runSlice.reducer(listed, runAdopted(other('run-00003'))), runEnded(end));
    expect(ended).toMatchObject({ active: null, outcome: null });
    expect(ended.strategyErrors[key]).toBeDefined();
    expect(selectNewestOther(ended)?.input.run_id).toBe('run-00002');
  });

  test('its end does not end the own one', () => {
    expect(runSlice.reducer(running, runEnded(end))).toEqual(running);
  });
});

test('the code is checked before anything is started', () => {
  const checking = runSlice.reducer(running, checkBegan());
  expect(checking.active?.isChecking).toBe(true);
  expect(runSlice.reducer(checking, checkEnded()).active?.isChecking).toBe(false);
});

describe("a strategy's error", () => {
  const failed = runSlice.reducer(
    running,
    runEnded({ runId: 'run-00001', ending: 'failed', outcome: strategyFailure }),
  );

  test('stays with its file', () => {
    expect(failed.strategyErrors[key]).toEqual(strategyFailure.strategyError);
    expect(runSlice.reducer(failed, outcomeRead()).strategyErrors[key]).toBeDefined();
  });

  test('goes when the file is saved or run again', () => {
    const saved = runSlice.reducer(failed, strategyChanged({ chatId: 'chat-1', filename: 'strategy_a.py' }));
    expect(saved.strategyErrors).toEqual({});
    expect(runSlice.reducer(failed, runStarted(started)).strategyErrors).toEqual({});
  });
});

describe('progress', () => {
  test('is read from an event', () => {
    expect(progressOf(JSON.stringify(progress))).toEqual(progress);
  });

  test.each([
    '',
    '{}',
    'x',
    JSON.stringify({ ...progress, step: 'dreaming' }),
    JSON.stringify({ ...progress, completed: 2 }),
    3,
  ])('%j is none', (data) => {
    expect(progressOf(data)).toBeNull();
  });

  // spec: workspace.59
  test('is a list of steps that are done, current and waiting', () => {
    const states = (reported: RunProgress | null) => stepStatesOf(reported).map(({ state }) => state);
    expect(states(progress)).toEqual(['done', 'done', 'done', 'current', 'waiting', 'waiting', 'waiting']);
    expect(states(null)[0]).toBe('current');
  });

  test('counts over all steps', () => {
    expect(shareOf(null)).toBe(0);
    expect(shareOf(progress)).toBeCloseTo(3.5 / 7);
    expect(shareOf({ ...progress, step: 'charging_credits', completed: 1 })).toBe(1);
  });
});
