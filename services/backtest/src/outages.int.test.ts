// The backtest service while other servers are down: what doesn't need them keeps working.
import { isRefusal, MESSAGES, READ_YOUR_WRITES_TIMEOUT_MS } from '@tradeium/contracts';
import { outputOf } from '@tradeium/service-kit';
import { startMongodb } from '@tradeium/testing';
import { afterEach, expect, test } from 'vitest';
import { openUser, type RunningService, startRunningService } from '../fixtures/running-service.ts';
import { SETTINGS } from '../fixtures/workspace-facts.ts';

const NOBODY = '127.0.0.1:1';
const UNAVAILABLE = { refused: 'SERVICE_UNAVAILABLE' };
const CODE = 'def strategy(candles, settings):\n    return candles.close * 0\n';

let running: RunningService | undefined;

afterEach(async () => {
  await running?.stop();
  running = undefined;
});

const executed = (chatId: string, runId: string) => ({
  ...SETTINGS,
  backtest_id: chatId,
  focused_strategy: 'strategy_0',
  run_id: runId,
});

test('without MongoDB it starts, makes chats and starts runs; lists are refused until MongoDB is there, and then have them', async () => {
  const mongodb = await startMongodb();
  await mongodb.kill();
  try {
    running = await startRunningService({
      withLedger: false,
      isMongodbAway: true,
      environment: { MONGODB_URL: mongodb.url },
    });
    const bob = openUser(running.client, 'bob');
    const chat = await bob.asked('createChat', { name: 'Momentum' });
    expect(chat).toMatchObject({ name: 'Momentum', local_id: 1 });
    const { id } = chat;
    // It is stored; the answer is the chat with all its files.
    expect(await bob.ask('applyStrategy', { id, strategy_code: CODE })).toEqual(UNAVAILABLE);
    const started = await running.client.request(MESSAGES.startRun, executed(id, 'run-bob-1'), bob.context());
    expect(outputOf(started)).toEqual({ run_id: 'run-bob-1' });
    if (!isRefusal(started) && started.written) bob.knows(started.written.sequence);
    // Sooner than a query would give up waiting for the read models.
    const waiting = { run_id: 'run-bob-1', waitMs: 1 };
    const asked = { timeoutMs: READ_YOUR_WRITES_TIMEOUT_MS / 2 };
    const awaited = await running.client.request(MESSAGES.awaitRun, waiting, bob.context(), asked);
    expect(outputOf(awaited)).toEqual({ result: null });
    expect(await bob.ask('listChats', {})).toEqual(UNAVAILABLE);
    await mongodb.restart();
    const list = () => bob.ask('listChats', {});
    await expect.poll(async () => isRefusal(await list())).toBe(false);
    expect(await bob.asked('listChats', {})).toMatchObject([{ id, created_at: chat.created_at }]);
    expect((await bob.asked('listActiveRuns', {})).runs).toMatchObject([{ run_id: 'run-bob-1' }]);
  } finally {
    await mongodb.stop();
  }
});

test('without Temporal everything but checks and cancellations is answered, and runs start', async () => {
  running = await startRunningService({ withLedger: false, environment: { TEMPORAL_ADDRESS: NOBODY } });
  const ann = openUser(running.client, 'ann');
  const { id } = await ann.asked('createChat', { name: 'Momentum' });
  await ann.asked('applyStrategy', { id, strategy_code: CODE });
  expect(await ann.asked('listFiles', { id })).toMatchObject({ files: [{ type: 'strategy' }] });
  const started = await running.client.request(MESSAGES.startRun, executed(id, 'run-ann-1'), ann.context());
  expect(outputOf(started)).toEqual({ run_id: 'run-ann-1' });
  if (!isRefusal(started) && started.written) ann.knows(started.written.sequence);
  expect((await ann.asked('listActiveRuns', {})).runs).toMatchObject([{ run_id: 'run-ann-1', step: null }]);
  expect(await ann.ask('checkStrategy', { strategy_code: CODE })).toEqual({
    refused: 'STRATEGIES_UNAVAILABLE',
  });
  // It has asked for no candles yet.
  expect(await running.services[0]?.readiness()).toMatchObject({
    status: 200,
    capabilities: { queries: 'ok', exchange: 'not used yet' },
  });
  expect(await ann.ask('cancelRun', { run_id: 'run-ann-1' })).toEqual(UNAVAILABLE);
});
