// The parameters of a strategy: declared in its code, chosen with a run, read by it, and kept with its result.
import {
  fromVut,
  isRefusal,
  MESSAGES,
  PRIVATE_STRATEGY_ID,
  PRIVATE_STRATEGY_NAME,
} from '@tradeium/contracts';
import { outputOf } from '@tradeium/service-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  contentOf,
  openUser,
  type RunningService,
  startRunningService,
} from '../fixtures/running-service.ts';
import { startStrategyRunner } from '../fixtures/strategy-runner.ts';

const CODE = `PARAMETERS = {
    "lookback": {"default": 3, "min": 2, "max": 9, "step": 1},
    "calm": {"default": True},
}

def strategy(candles, settings):
    print(dict(settings.parameters))
    return candles.close.notna() * settings.parameters["lookback"] / 10
`;
const RUN = {
  portfolio: ['USDT', 'BTC'],
  timeframe: '24h' as const,
  fees: 0.001,
  start_date: '2024-01-01',
  end_date: '2024-01-31',
  focused_strategy: 'strategy_0',
};

let running: RunningService;
let runner: { stop(): Promise<void> };
let ann: ReturnType<typeof openUser>;
let chatId: string;

beforeAll(async () => {
  running = await startRunningService();
  runner = await startStrategyRunner({
    ...running.temporal,
    BLOBS_DIRECTORY: running.blobsDirectory,
    RUNNER_WARM_INTERPRETERS: '1',
  });
  ann = openUser(running.client, 'ann');
  outputOf(
    await running.client.request(
      MESSAGES.grantCredits,
      { accountId: 'ann', operationId: 'gift', amount: fromVut(100), reason: 'gift' },
      ann.context(),
    ),
  );
  ({ id: chatId } = await ann.asked('createChat', { name: 'Parameters' }));
  await ann.asked('applyStrategy', { id: chatId, strategy_code: CODE });
});
afterAll(async () => {
  await runner?.stop();
  await running?.stop();
});

const start = (run_id: string, more: object = {}) =>
  running.client.request(MESSAGES.startRun, { ...RUN, backtest_id: chatId, run_id, ...more }, ann.context());

/** The run's prints, and the parameters that its files and lists have. */
const endOf = async (run_id: string) => {
  const awaited = await running.client.request(MESSAGES.awaitRun, { run_id, waitMs: 20_000 }, ann.context(), {
    timeoutMs: 30_000,
  });
  if (isRefusal(awaited)) throw new Error(awaited.refused);
  ann.knows(awaited.written?.sequence ?? 0);
  const { file } = await ann.asked('readResult', { run_id });
  const reference = await ann.asked('readFolderFile', {
    id: chatId,
    folderName: file.filename,
    filename: 'Settings',
  });
  const settings = JSON.parse((await contentOf(running, reference)).toString('utf8'));
  return {
    prints: awaited.output.result?.prints,
    kept: settings.parameters,
    listed: file.result?.parameters,
    hash: settings.settings_sha256,
  };
};

test('a run takes the chosen values, and the defaults of what is not chosen', async () => {
  outputOf(await start('run-default'));
  const byDefault = await endOf('run-default');
  const defaults = { lookback: 3, calm: true };
  expect(byDefault).toMatchObject({
    prints: "{'lookback': 3, 'calm': True}\n",
    kept: defaults,
    listed: defaults,
  });
  outputOf(await start('run-chosen', { parameters: { lookback: 7 } }));
  const chosen = { lookback: 7, calm: true };
  const ended = await endOf('run-chosen');
  expect(ended).toMatchObject({ prints: "{'lookback': 7, 'calm': True}\n", kept: chosen, listed: chosen });
  expect(ended.hash).not.toBe(byDefault.hash);
});

test('a repeated request is the same run, with other values it is not', async () => {
  outputOf(await start('run-repeated', { parameters: { calm: false } }));
  expect(outputOf(await start('run-repeated', { parameters: { calm: false } }))).toEqual({
    run_id: 'run-repeated',
  });
  const spelledOut = { parameters: { calm: false, lookback: 3 } };
  expect(outputOf(await start('run-repeated', spelledOut))).toEqual({ run_id: 'run-repeated' });
  for (const parameters of [{ calm: true }, {}, { lookback: 3 }, { calm: false, lookback: 7 }])
    expect(await start('run-repeated', { parameters })).toMatchObject({ refused: 'COMMAND_ID_REUSED' });
  await endOf('run-repeated');
});

test.each([
  [{ parameters: { lookback: 10 } }, 'PARAMETER_INVALID'],
  [{ parameters: { lookback: 2.5 } }, 'PARAMETER_INVALID'],
  [{ parameters: { lookbak: 3 } }, 'PARAMETER_UNKNOWN'],
  [{ parameters: { lookback: [3] } }, 'PARAMETERS_INVALID'],
  [
    {
      parameters: { lookback: 3 },
      focused_strategy: PRIVATE_STRATEGY_NAME,
      private_strategy_id: PRIVATE_STRATEGY_ID,
    },
    'PARAMETERS_NOT_TAKEN',
  ],
])('%o is refused, and nothing is started', async (more, refused) => {
  expect(await start('run-refused', more)).toMatchObject({ refused });
  expect((await ann.asked('listActiveRuns', {})).runs).toEqual([]);
});

test('names and values of parameters are not stored in the clear', async () => {
  const manager = await running.nc.jetstreamManager();
  const { state } = await manager.streams.info('BACKTEST');
  const messages = await Promise.all(
    Array.from({ length: state.last_seq }, (_, place) =>
      manager.streams.getMessage('BACKTEST', { seq: place + 1 }),
    ),
  );
  expect(messages.some((message) => message.string().includes('RunStarted'))).toBe(true);
  expect(messages.filter((message) => message.string().includes('lookback'))).toEqual([]);
});
