// How long the wait for a run lasts: while it is queued or running and its client is connected.
import { type ExecuteInput, type ExecuteResponse, MESSAGES } from '@tradeium/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Ask } from '../calls/call.ts';
import { runToEnd } from './execute.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const HOUR_MS = 3_600_000;
const input: ExecuteInput = {
  backtest_id: 'c1',
  fees: 0.001,
  portfolio: ['USDT', 'BTC'],
  start_date: '2024-01-01',
  end_date: '2024-12-31',
  timeframe: '24h',
  focused_strategy: 'strategy_0',
  run_id: 'run-queued-1',
};

/** A service whose run ends `afterMs` from now. */
const serviceWhoseRunEnds = (afterMs: number) => {
  const endsAt = performance.now() + afterMs;
  const result = { run_id: input.run_id, success: true } as ExecuteResponse;
  const questions: string[] = [];
  const ask: unknown = async (message: { name: string }) => {
    questions.push(message.name);
    const isStart = message.name === MESSAGES.startRun.name;
    const ended = performance.now() >= endsAt ? result : null;
    return { output: isStart ? { run_id: input.run_id } : { result: ended }, written: undefined };
  };
  return { ask: ask as Ask, result, questions };
};

test('a run that is queued for hours ends with its result', async () => {
  const { ask, result } = serviceWhoseRunEnds(3 * HOUR_MS);
  const answered = runToEnd({ ask, commandId: 'c', input }, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(3 * HOUR_MS + 1_000);
  expect(await answered).toMatchObject({ output: result });
});

test('polling stops once the client has left', async () => {
  const { ask, questions } = serviceWhoseRunEnds(3 * HOUR_MS);
  const left = new AbortController();
  const answered = runToEnd({ ask, commandId: 'c', input }, left.signal);
  await vi.advanceTimersByTimeAsync(10_000);
  left.abort();
  await vi.advanceTimersByTimeAsync(1_000);
  const asked = questions.length;
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(questions.length).toBe(asked);
  await answered;
});
