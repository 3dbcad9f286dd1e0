// The names that users give are sealed in events and in Temporal's store, and unreadable once their key is destroyed.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { fromVut, MESSAGES, type RunProgress, runProgressSubject } from '@tradeium/contracts';
import { openAggregates, readMessages } from '@tradeium/event-store';
import { type DataKeys, openDataKeys, outputOf } from '@tradeium/service-kit';
import { MASTER_KEY, silentLog } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openUser, type RunningService, startRunningService } from '../fixtures/running-service.ts';
import { workspaceAggregate } from './domain/workspace.ts';
import { RUN_BACKTEST } from './workflows/run-backtest-contract.ts';

/** In everything that the user names. */
const WORD = 'zebrafish';

let running: RunningService;
let keys: DataKeys;
beforeAll(async () => {
  running = await startRunningService();
  keys = await openDataKeys(running.nc, [MASTER_KEY]);
});
afterAll(() => running?.stop());

const workspacesWith = (sealing?: DataKeys) =>
  openAggregates(
    { nc: running.nc, log: silentLog, now: () => new Date() },
    { ...workspaceAggregate, ...(sealing && { sealing }) },
  );

/** Everything among the blobs. */
const blobsText = async (): Promise<string> => {
  const directory = dirname(dirname(await running.blobs.path(await running.blobs.put(Buffer.from('any')))));
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1'));
  return (await Promise.all(texts)).join('').toLowerCase();
};

/** Everything that the stream holds, as it is stored. */
const storedText = async (): Promise<string> => {
  const manager = await running.nc.jetstreamManager();
  const { messages } = (await manager.streams.info('BACKTEST')).state;
  const stopping = new AbortController();
  const options = { stream: 'BACKTEST', subjects: ['events.>'], after: 0, batchSize: 100 };
  let text = '';
  let read = 0;
  for await (const batch of readMessages(running.nc, { ...options, signal: stopping.signal })) {
    for (const { data } of batch) text += Buffer.from(data).toString();
    read += batch.length;
    if (read >= messages) break;
  }
  return text.toLowerCase();
};

const historyText = async (runId: string): Promise<string> => {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = running.temporal;
  const connection = await Connection.connect({ address });
  const { workflow } = new Client({ connection, namespace });
  const { events } = await workflow.getHandle(RUN_BACKTEST.workflowIdOf(runId)).fetchHistory();
  await connection.close();
  const payloads = JSON.stringify(events, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString() : value,
  );
  return payloads.toLowerCase();
};

const stepReached = async (runId: string, step: RunProgress['step']) => {
  for await (const msg of running.nc.subscribe(runProgressSubject(runId)))
    if ((msg.json() as RunProgress).step === step) return;
};

/** A user who has named, run, renamed and marked things. */
const userWithWords = async (name: string) => {
  const user = openUser(running.client, name);
  const grant = { accountId: name, operationId: 'gift', amount: fromVut(100), reason: 'gift' };
  outputOf(await running.client.request(MESSAGES.grantCredits, grant, user.context()));
  const { id } = await user.asked('createChat', { name: `My ${WORD}` });
  await user.asked('applyStrategy', {
    id,
    strategy_code: `# ${WORD}\ndef strategy(candles, settings): ...\n`,
  });
  const waiting = stepReached(`run-words-${name}`, 'waiting');
  const settings = {
    ...{ fees: 0.001, portfolio: ['USDT', 'BTC'], timeframe: '24h' as const },
    ...{ start_date: '2024-01-01', end_date: '2024-03-31' },
  };
  const run = { ...settings, focused_strategy: 'strategy_0', backtest_id: id, run_id: `run-words-${name}` };
  outputOf(await running.client.request(MESSAGES.startRun, run, user.context()));
  await waiting;
  await user.asked('cancelRun', { run_id: `run-words-${name}` });
  await user.asked('renameChat', { id, name: `Again ${WORD}` });
  return { ...user, chatId: id };
};

test('no event, file or workflow history holds text of a user in the clear', async () => {
  const ann = await userWithWords('ann');
  expect((await ann.asked('listChats', {})).map(({ name }) => name)).toContain(`Again ${WORD}`);
  const stored = await storedText();
  expect(stored).toContain('chatcreated.sealed');
  expect(stored).toContain('runstarted.sealed');
  expect(stored).not.toContain(WORD);
  const history = await historyText('run-words-ann');
  expect(history).toContain('run-words-ann');
  expect(history).not.toContain(WORD);
  await expect.poll(blobsText).not.toContain(WORD);
});

test('nothing can be read any more once the key is destroyed', async () => {
  await userWithWords('ben');
  const names = async (sealing: DataKeys) =>
    Object.values((await workspacesWith(sealing).load('ben')).state.chats).map(({ name }) => name);
  expect(await names(keys)).toEqual([`Again ${WORD}`]);
  await keys.destroy('ben');
  expect(await names(await openDataKeys(running.nc, [MASTER_KEY]))).toEqual(['']);
});
