// Each content that is run or tried counts once in its chat, whatever becomes of its result.
import { fromVut, isRefusal, MESSAGES, type ParameterValues, type RouteOutput } from '@tradeium/contracts';
import { outputOf } from '@tradeium/service-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  contentOf,
  openUser,
  type RunningService,
  startRunningService,
} from '../fixtures/running-service.ts';
import { startStrategyRunner } from '../fixtures/strategy-runner.ts';

const CODE = `PARAMETERS = {"lookback": {"default": 3, "min": 2, "max": 9, "step": 1}}

def strategy(candles, settings):
    return candles.close.notna() * settings.parameters["lookback"] / 10
`;
const FAILING = 'def strategy(candles, settings):\n    return 1 / 0\n';
const SETTINGS = {
  portfolio: ['USDT', 'BTC'],
  timeframe: '24h' as const,
  fees: 0.001,
  start_date: '2024-01-01',
  end_date: '2024-01-31',
};

let running: RunningService;
let runner: { stop(): Promise<void> };
let ann: ReturnType<typeof openUser>;

beforeAll(async () => {
  running = await startRunningService();
  runner = await startStrategyRunner({
    ...running.temporal,
    BLOBS_DIRECTORY: running.blobsDirectory,
    RUNNER_WARM_INTERPRETERS: '1',
  });
  ann = openUser(running.client, 'ann');
  const gift = { accountId: 'ann', operationId: 'gift', amount: fromVut(1_000), reason: 'gift' };
  outputOf(await running.client.request(MESSAGES.grantCredits, gift, ann.context()));
});
afterAll(async () => {
  await runner?.stop();
  await running?.stop();
});

const chatWith = async (name: string, ...codes: string[]): Promise<string> => {
  const { id } = await ann.asked('createChat', { name });
  for (const strategy_code of codes) await ann.asked('applyStrategy', { id, strategy_code });
  return id;
};

let runs = 0;

/** Runs it to its end; null when it fails. */
const ran = async (chatId: string, more: object = {}) => {
  runs += 1;
  const run_id = `trial-run-${runs}`;
  const settings = { ...SETTINGS, focused_strategy: 'strategy_0', backtest_id: chatId, run_id, ...more };
  outputOf(await running.client.request(MESSAGES.startRun, settings, ann.context()));
  const awaited = await running.client.request(MESSAGES.awaitRun, { run_id, waitMs: 20_000 }, ann.context(), {
    timeoutMs: 30_000,
  });
  if (isRefusal(awaited)) return null;
  ann.knows(awaited.written?.sequence ?? 0);
  const result = await ann.ask('readResult', { run_id });
  if (isRefusal(result)) return null;
  const { file } = outputOf(result) as RouteOutput<'readResult'>;
  const reference = await ann.asked('readFolderFile', {
    id: chatId,
    folderName: file.filename,
    filename: 'Statistics',
  });
  const statistics = JSON.parse((await contentOf(running, reference)).toString('utf8'));
  return { folderName: file.filename, statistics };
};
const trialsOf = async (chatId: string, more: object = {}): Promise<number | undefined> =>
  (await ran(chatId, more))?.statistics.trials;

/** As an agent tries code in a chat. */
const tried = async (chatId: string, strategy_code: string, parameters: ParameterValues = {}) => {
  runs += 1;
  const asked = {
    request_id: `trial-try-${runs}`,
    chat_id: chatId,
    strategy_code,
    parameters,
    settings: SETTINGS,
    wait_ms: 20_000,
  };
  const { result } = outputOf(
    await running.client.request(MESSAGES.tryStrategy, asked, ann.context(), { timeoutMs: 30_000 }),
  );
  return result;
};

test('the first is one trial, whose deflated Sharpe ratio is the probabilistic one', async () => {
  const chatId = await chatWith('First', CODE);
  const first = await ran(chatId);
  expect(first?.statistics).toMatchObject({ trials: 1, deflated_sharpe_ratio: expect.any(Number) });
  expect(first?.statistics.deflated_sharpe_ratio).toBeCloseTo(
    first?.statistics.probabilistic_sharpe_ratio,
    12,
  );
});

test('the same again, reordered or with another capital, adds none; another parameter, fee or coin does', async () => {
  const chatId = await chatWith('Same', CODE);
  expect(await trialsOf(chatId)).toBe(1);
  expect(await trialsOf(chatId)).toBe(1);
  expect(await trialsOf(chatId, { portfolio: ['BTC', 'USDT'], starting_capital: 500 })).toBe(1);
  expect(await trialsOf(chatId, { parameters: { lookback: 3 } })).toBe(1);
  expect(await trialsOf(chatId, { parameters: { lookback: 7 } })).toBe(2);
  expect(await trialsOf(chatId, { fees: 0.002 })).toBe(3);
  const fourth = await ran(chatId, { portfolio: ['USDT', 'BTC', 'ETH'] });
  expect(fourth?.statistics.trials).toBe(4);
  expect(fourth?.statistics.deflated_sharpe_ratio).toBeLessThan(
    fourth?.statistics.probabilistic_sharpe_ratio,
  );
});

test('deleting a result or a file lowers nothing, and one that failed counts', async () => {
  const chatId = await chatWith('Deleted', CODE, FAILING);
  const first = await ran(chatId);
  await ann.asked('deleteFolder', { id: chatId, folderName: first?.folderName ?? '' });
  expect(await trialsOf(chatId, { parameters: { lookback: 4 } })).toBe(2);
  expect(await ran(chatId, { focused_strategy: 'strategy_1' })).toBeNull();
  expect(await ran(chatId, { focused_strategy: 'strategy_1' })).toBeNull();
  expect(await trialsOf(chatId, { parameters: { lookback: 5 } })).toBe(4);
});

test("an agent's try counts like a run of a file with its code, and one that fails counts", async () => {
  const chatId = await chatWith('Agent');
  expect(await tried(chatId, CODE)).toMatchObject({ ok: true, trials: 1 });
  expect(await tried(chatId, CODE.trim())).toMatchObject({ ok: true, trials: 1 });
  await ann.asked('applyStrategy', { id: chatId, strategy_code: `${CODE}\n` });
  expect(await trialsOf(chatId)).toBe(1);
  expect(await tried(chatId, FAILING)).toMatchObject({ ok: false });
  const other = await tried(chatId, CODE.replace('/ 10', '/ 20'));
  expect(other).toMatchObject({ ok: true, trials: 3, deflated_sharpe_ratio: expect.any(Number) });
});

test("an agent's try takes values of parameters: they are another trial, are checked, and are kept with its run", async () => {
  const chatId = await chatWith('Values');
  expect(await tried(chatId, CODE)).toMatchObject({ ok: true, trials: 1 });
  expect(await tried(chatId, CODE, { lookback: 7 })).toMatchObject({ ok: true, trials: 2 });
  const refused = await tried(chatId, CODE, { lookback: 70 });
  expect(refused).toMatchObject({ ok: false, message: expect.stringContaining('lookback') });
  const kept = { request_id: 'kept-values', chat_id: chatId, strategy_code: CODE, settings: SETTINGS };
  const keep = (parameters: ParameterValues) =>
    running.client.request(MESSAGES.keepTry, { ...kept, parameters }, ann.context());
  expect(await keep({ other: 1 })).toMatchObject({ refused: 'PARAMETER_UNKNOWN' });
  const { run_id } = outputOf(await keep({ lookback: 7 }));
  const ended = await running.client.request(MESSAGES.awaitRun, { run_id, waitMs: 20_000 }, ann.context(), {
    timeoutMs: 30_000,
  });
  ann.knows((isRefusal(ended) ? undefined : ended.written?.sequence) ?? 0);
  const { file } = await ann.asked('readResult', { run_id });
  const read = async (filename: string) => {
    const reference = await ann.asked('readFolderFile', { id: chatId, folderName: file.filename, filename });
    return JSON.parse((await contentOf(running, reference)).toString('utf8'));
  };
  expect(await read('Settings')).toMatchObject({ parameters: { lookback: 7 } });
  expect((await read('Statistics')).trials).toBe(3);
});

test('a copy of a chat begins with none; the account counts what either has tried over the range, once', async () => {
  const bob = openUser(running.client, 'bob');
  const gift = { accountId: 'bob', operationId: 'gift-bob', amount: fromVut(1_000), reason: 'gift' };
  outputOf(await running.client.request(MESSAGES.grantCredits, gift, bob.context()));
  ann = bob;
  const chatId = await chatWith('Original', CODE);
  expect(await trialsOf(chatId)).toBe(1);
  expect(await trialsOf(chatId, { parameters: { lookback: 4 } })).toBe(2);
  const copy = await ann.asked('duplicateChat', { id: chatId });
  expect(await trialsOf(copy.id, { parameters: { lookback: 4 } })).toBe(1);
  expect(await trialsOf(copy.id, { end_date: '2024-01-30' })).toBe(2);
  const last = await ran(copy.id, { parameters: { lookback: 5 } });
  const folderName = last?.folderName ?? '';
  expect(await ann.asked('readTrials', { id: copy.id, folderName })).toEqual({
    chat: 3,
    account_over_range: 3,
  });
  await ann.asked('deleteChat', { id: chatId });
  expect(await ann.asked('readTrials', { id: copy.id, folderName })).toMatchObject({ account_over_range: 3 });
  expect(await ann.ask('readTrials', { id: copy.id, folderName: 'none' })).toEqual({
    refused: 'FOLDER_NOT_FOUND',
  });
  expect(await ann.ask('readTrials', { id: chatId, folderName })).toEqual({ refused: 'CHAT_NOT_FOUND' });
});
