// Two replicas of the backtest service with a real ledger, exchange and Temporal: chats, files, and runs.
import {
  fromVut,
  isRefusal,
  MESSAGES,
  messageOf,
  type RunProgress,
  runProgressSubject,
} from '@tradeium/contracts';
import { openStreamClient, outputOf, type RequestClient } from '@tradeium/service-kit';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openUser, type RunningService, startRunningService } from '../fixtures/running-service.ts';

const CODE = 'def strategy(candles, settings):\n    return candles.close * 0\n';

let running: RunningService;
let nc: NatsConnection;
let client: RequestClient;

beforeAll(async () => {
  running = await startRunningService({ replicas: 2 });
  ({ nc, client } = running);
});
afterAll(() => running?.stop());

const userNamed = (userId: string) => openUser(client, userId, openStreamClient(nc));

describe('chats', () => {
  // spec: decisions.30
  test('the first chat is created once, however many requests come at once', async () => {
    const ann = userNamed('ann');
    const chats = await Promise.all([1, 2, 3].map(() => ann.asked('getFirstChat', {})));
    expect(new Set(chats.map(({ id }) => id)).size).toBe(1);
    const all = await ann.asked('listChats', {});
    expect(all).toHaveLength(2);
    expect(all).toContainEqual(chats[0]);
  });

  test('the private one comes with the first, and nothing in it can be changed', async () => {
    const amy = userNamed('amy');
    await amy.asked('createChat', { name: 'Mine' });
    expect(await amy.asked('getFirstChat', {})).toMatchObject({ name: 'Mine', status: 'active' });
    const [{ id, ...chat } = { id: '' }] = await amy.asked('listChats', {});
    expect(chat).toMatchObject({
      name: 'TrendBot 2.0',
      status: 'private',
      strategy_type: 'private',
      settings: { tradeium_private: true, strategy_code: null, has_strategy_code: false },
    });
    const changes = await Promise.all([
      amy.ask('renameChat', { id, name: 'Mine too' }),
      amy.ask('deleteChat', { id }),
      amy.ask('applyStrategy', { id, strategy_code: CODE }),
      amy.ask('replaceStrategy', { id, strategy_code: CODE, selected_item: 'strategy-python-0' }),
    ]);
    expect(changes).toEqual(changes.map(() => ({ refused: 'PRIVATE_CHAT_READ_ONLY' })));
    expect(await amy.asked('listFiles', { id })).toEqual({ files: [] });
  });

  test('are created, renamed and deleted, and each write is seen by the next query', async () => {
    const bob = userNamed('bob');
    const chat = await bob.asked('createChat', { name: 'Momentum' });
    expect(chat).toMatchObject({ local_id: 1, name: 'Momentum', strategy_type: null });
    expect(await bob.asked('renameChat', { id: chat.id, name: 'Dual momentum' })).toMatchObject({
      name: 'Dual momentum',
    });
    expect(await bob.asked('patchChat', { id: chat.id, name: 'Trend' })).toMatchObject({ name: 'Trend' });
    expect((await bob.asked('listChats', {})).map(({ name }) => name)).toEqual(['Trend']);
    await bob.asked('deleteChat', { id: chat.id });
    expect(await bob.asked('listChats', {})).toEqual([]);
  });

  // spec: trading.32
  test('are not deleted while a deployment of theirs may trade', async () => {
    const flo = userNamed('flo');
    const { id } = await flo.asked('createChat', { name: 'Traded' });
    running.deployedChats.add(id);
    expect(await flo.ask('deleteChat', { id })).toEqual({ refused: 'CHAT_IS_DEPLOYED' });
    running.deployedChats.delete(id);
    expect(await flo.asked('deleteChat', { id })).toEqual({ deleted: true });
  });

  test('a command that comes twice takes effect once', async () => {
    const cid = userNamed('cid');
    const first = await cid.asked('createChat', { name: 'Momentum' }, 'create-once');
    expect(await cid.asked('createChat', { name: 'Momentum' }, 'create-once')).toEqual(first);
    expect(await cid.ask('createChat', { name: 'Another' }, 'create-once')).toEqual({
      refused: 'COMMAND_ID_REUSED',
    });
    expect(await cid.asked('listChats', {})).toHaveLength(1);
  });

  test("another user's chat is unknown to every command and query", async () => {
    const id = (await userNamed('dan').asked('createChat', { name: 'Secret' })).id;
    const eve = userNamed('eve');
    const refusals = await Promise.all([
      eve.ask('renameChat', { id, name: 'Mine now' }),
      eve.ask('deleteChat', { id }),
      eve.ask('listFiles', { id }),
      eve.ask('applyStrategy', { id, strategy_code: CODE }),
      eve.ask('readStrategy', { id, filename: 'strategy_untitled.py' }),
      eve.ask('listFolder', { id, folderName: 'backtest' }),
      eve.ask('getResults', { id }),
    ]);
    expect(refusals).toEqual(refusals.map(() => ({ refused: 'CHAT_NOT_FOUND' })));
  });

  test('a request without a session is refused', async () => {
    const context = { commandId: 'anonymous', correlationId: 'anonymous' };
    expect(await client.request(messageOf('listChats'), {}, context)).toEqual({ refused: 'UNAUTHORIZED' });
  });
});

describe('strategy files', () => {
  // spec: decisions.16, decisions.35
  test('are added, saved as new versions, and read back', async () => {
    const fay = userNamed('fay');
    const { id } = await fay.asked('createChat', { name: 'Momentum' });
    const applied = await fay.asked('applyStrategy', { id, strategy_code: `"""My idea"""\n${CODE}` });
    expect(applied).toMatchObject({
      final_name: 'strategy_my_idea.py',
      duplicate_handled: false,
      strategy_type: 'python',
    });
    const again = await fay.asked('applyStrategy', { id, strategy_code: `"""My idea"""\n${CODE}` });
    expect(again).toMatchObject({ final_name: 'strategy_my_idea_2.py', duplicate_handled: true });
    await fay.asked('replaceStrategy', { id, strategy_code: CODE, selected_item: 'strategy-python-0' });
    const { files } = await fay.asked('listFiles', { id });
    expect(files.map(({ filename, version }) => [filename, version])).toEqual([
      ['strategy_my_idea.py', 2],
      ['strategy_my_idea_2.py', 1],
    ]);
    expect(await fay.asked('readStrategy', { id, filename: 'strategy_my_idea.py' })).toMatchObject({
      size: CODE.length,
    });
    const missing = await fay.ask('replaceStrategy', {
      id,
      strategy_code: CODE,
      selected_item: 'strategy-python-7',
    });
    expect(missing).toEqual({ refused: 'STRATEGY_FILE_NOT_FOUND' });
  });
});

describe('runs', () => {
  const settings = {
    fees: 0.001,
    portfolio: ['USDT', 'BTC'],
    start_date: '2024-01-01',
    end_date: '2024-03-31',
    timeframe: '24h' as const,
    focused_strategy: 'strategy_0',
  };

  const withStrategy = async (name: string, vut: number) => {
    const user = userNamed(name);
    const amount = fromVut(vut);
    outputOf(
      await client.request(
        MESSAGES.grantCredits,
        { accountId: name, operationId: 'gift', amount, reason: 'gift' },
        user.context(),
      ),
    );
    const { id } = await user.asked('createChat', { name: 'Momentum' });
    await user.asked('applyStrategy', { id, strategy_code: CODE });
    return { ...user, chatId: id };
  };

  const start = (
    user: ReturnType<typeof userNamed>,
    input: typeof settings & { backtest_id: string; run_id: string; strategy_filename?: string },
  ) => client.request(MESSAGES.startRun, input, user.context());

  const ended = async (user: ReturnType<typeof userNamed>, runId: string) => {
    for (;;) {
      const result = await client.request(
        MESSAGES.awaitRun,
        { run_id: runId, waitMs: 10_000 },
        user.context(),
        { timeoutMs: 15_000 },
      );
      if (isRefusal(result) || result.output.result) return result;
    }
  };

  /** The ledger's read model lags, and this user's requests don't know of its write. */
  const hasAgain = (user: ReturnType<typeof userNamed>, vut: number) =>
    expect.poll(async () => (await user.asked('getBalance', {})).subscription.vut_remaining).toBe(vut);

  const stepReached = async (runId: string, step: RunProgress['step']) => {
    for await (const msg of nc.subscribe(runProgressSubject(runId))) {
      if ((msg.json() as RunProgress).step === step) return;
    }
  };

  test('a cancelled run says so and gives its credits back', async () => {
    const gus = await withStrategy('gus', 100);
    const running = stepReached('run-gus-1', 'waiting');
    outputOf(await start(gus, { ...settings, backtest_id: gus.chatId, run_id: 'run-gus-1' }));
    await running;
    expect(await gus.asked('watchRun', { run_id: 'run-gus-1' })).toMatchObject({ status: 'running' });
    expect(await gus.asked('cancelRun', { run_id: 'run-gus-1' })).toEqual({ cancelled: true });
    expect(await ended(gus, 'run-gus-1')).toEqual({ refused: 'RUN_CANCELLED' });
    expect(await gus.asked('watchRun', { run_id: 'run-gus-1' })).toMatchObject({ status: 'cancelled' });
    expect(await gus.asked('cancelRun', { run_id: 'run-gus-1' })).toEqual({ cancelled: false });
    await hasAgain(gus, 100);
  });

  test('a run can be watched before it is started', async () => {
    const fin = await withStrategy('fin', 100);
    const watching = fin.asked('watchRun', { run_id: 'run-fin-1' });
    await start(fin, { ...settings, backtest_id: fin.chatId, run_id: 'run-fin-1' });
    expect(await watching).toMatchObject({ run_id: 'run-fin-1', status: 'running' });
    await fin.asked('cancelRun', { run_id: 'run-fin-1' });
  });

  test('a run without candles or credits is refused with the reason', async () => {
    const hal = await withStrategy('hal', 0.001);
    await start(hal, { ...settings, backtest_id: hal.chatId, run_id: 'run-hal-1' });
    expect(await ended(hal, 'run-hal-1')).toEqual({
      refused: 'INSUFFICIENT_CREDITS',
      data: { required: 0.0091, available: 0.001 },
    });
    const ida = await withStrategy('ida', 100);
    const early = { ...settings, start_date: '2019-01-01', backtest_id: ida.chatId, run_id: 'run-ida-1' };
    await start(ida, early);
    expect(await ended(ida, 'run-ida-1')).toMatchObject({
      refused: 'NO_CANDLES_IN_RANGE',
      data: { coins: 'BTC' },
    });
    await hasAgain(ida, 100);
  });

  test('a user has at most three runs under way', async () => {
    const guy = await withStrategy('guy', 100);
    const run = (number: number) => ({ ...settings, backtest_id: guy.chatId, run_id: `run-guy-${number}` });
    for (const number of [1, 2, 3]) {
      const running = stepReached(`run-guy-${number}`, 'waiting');
      outputOf(await start(guy, run(number)));
      await running;
    }
    expect(await start(guy, run(4))).toEqual({ refused: 'TOO_MANY_RUNS', data: { limit: 3 } });
    expect(outputOf(await start(guy, run(3)))).toEqual({ run_id: 'run-guy-3' });
    for (const number of [1, 2, 3]) await guy.asked('cancelRun', { run_id: `run-guy-${number}` });
    expect(await ended(guy, 'run-guy-3')).toEqual({ refused: 'RUN_CANCELLED' });
  });

  // spec: decisions.2, decisions.20, decisions.43
  test('runs under way are listed, and starting one again gives its answer, even if its strategy is gone', async () => {
    const ivy = await withStrategy('ivy', 100);
    const { chatId: id } = ivy;
    await ivy.asked('applyStrategy', { id, strategy_code: `# Second\n${CODE}` });
    await ivy.asked('getFirstChat', {});
    const input = { ...settings, backtest_id: id, run_id: 'run-ivy-1', focused_strategy: 'strategy_1' };
    const ofPrivate = {
      ...{ ...settings, backtest_id: id, run_id: 'run-ivy-2', focused_strategy: 'TrendBot 2.0' },
      private_strategy_id: 'trendbot_2_0' as const,
    };
    const stale = { ...input, strategy_filename: 'strategy_untitled.py' };
    expect(await start(ivy, stale)).toEqual({ refused: 'STRATEGY_FILE_NOT_FOUND' });
    outputOf(await start(ivy, { ...input, strategy_filename: 'strategy_second.py' }));
    outputOf(await start(ivy, ofPrivate));
    expect(await userNamed('ivo').asked('listActiveRuns', {})).toEqual({ runs: [] });
    const steps = async () => (await ivy.asked('listActiveRuns', {})).runs.map(({ step }) => step);
    await expect.poll(steps).toEqual(['waiting', 'waiting']);
    const step = 'waiting';
    const started_at = expect.any(String);
    expect(await ivy.asked('listActiveRuns', {})).toEqual({
      runs: [
        { run_id: 'run-ivy-1', strategy_filename: 'strategy_second.py', started_at, step, input },
        { run_id: 'run-ivy-2', strategy_filename: 'TrendBot 2.0', started_at, step, input: ofPrivate },
      ],
    });
    await ivy.asked('deleteStrategy', { id, filename: 'strategy_untitled.py' });
    const moved = (await ivy.asked('listActiveRuns', {})).runs.map((run) => run.input);
    expect(moved).toEqual([{ ...input, focused_strategy: 'strategy_0' }, ofPrivate]);
    await ivy.asked('renameStrategy', { id, filename: 'strategy_second.py', new_filename: 'Other' });
    await ivy.asked('deleteStrategy', { id, filename: 'strategy_Other.py' });
    for (const again of [
      input,
      stale,
      ...moved,
      ...(await ivy.asked('listActiveRuns', {})).runs.map((run) => run.input),
    ])
      expect(outputOf(await client.request(MESSAGES.startRun, again, ivy.context()))).toEqual({
        run_id: again.run_id,
      });
    expect(await start(ivy, { ...input, fees: 0.002 })).toEqual({ refused: 'COMMAND_ID_REUSED' });
    for (const { run_id } of [input, ofPrivate]) {
      await ivy.asked('cancelRun', { run_id });
      expect(await ended(ivy, run_id)).toEqual({ refused: 'RUN_CANCELLED' });
    }
    await expect.poll(() => ivy.asked('listActiveRuns', {})).toEqual({ runs: [] });
  });

  test('a run that is cancelled as soon as it is started does not continue', async () => {
    const hua = await withStrategy('hua', 100);
    outputOf(await start(hua, { ...settings, backtest_id: hua.chatId, run_id: 'run-hua-1' }));
    expect(await hua.asked('cancelRun', { run_id: 'run-hua-1' })).toEqual({ cancelled: true });
    expect(await ended(hua, 'run-hua-1')).toEqual({ refused: 'RUN_CANCELLED' });
    await hasAgain(hua, 100);
  });

  test('a backtest that an agent was paid for is kept as a run that costs nothing, once at a time', async () => {
    const max = await withStrategy('max', 0.001);
    const { focused_strategy: _, ...ran } = settings;
    const keep = (request_id: string, more: object = {}) => {
      const input = { request_id, chat_id: max.chatId, strategy_code: CODE, settings: ran, ...more };
      return client.request(MESSAGES.keepTry, input, max.context());
    };
    const waiting = stepReached('reply-1', 'waiting');
    const kept = { run_id: 'reply-1', strategy_filename: 'strategy_untitled.py' };
    expect(outputOf(await keep('reply-1'))).toEqual(kept);
    await waiting;
    expect(outputOf(await keep('reply-1'))).toEqual(kept);
    for (const run_id of ['reply-1', 'reply-1-2', 'reply-1-3']) {
      expect(outputOf(await keep('reply-1'))).toEqual({ ...kept, run_id });
      await max.asked('cancelRun', { run_id });
      expect(await ended(max, run_id)).toEqual({ refused: 'RUN_CANCELLED' });
    }
    expect(await keep('reply-1')).toEqual({ refused: 'RESULT_NOT_KEPT' });
    const [file, ...more] = (await max.asked('listFiles', { id: max.chatId })).files;
    expect([file?.filename, file?.version, more]).toEqual(['strategy_untitled.py', 1, []]);
    expect(await keep('reply-2', { chat_id: 'no-such-chat' })).toEqual({ refused: 'CHAT_NOT_FOUND' });
    const other = outputOf(await keep('reply-3', { strategy_code: `# Other\n${CODE}` }));
    expect(other).toEqual({ run_id: 'reply-3', strategy_filename: 'strategy_other.py' });
    await max.asked('cancelRun', { run_id: 'reply-3' });
    expect(await ended(max, 'reply-3')).toEqual({ refused: 'RUN_CANCELLED' });
    // Its file is there now, which the first time has made.
    const again = outputOf(await keep('reply-3', { strategy_code: `# Other\n${CODE}` }));
    expect(again).toEqual({ ...other, run_id: 'reply-3-2' });
    await max.asked('cancelRun', { run_id: 'reply-3-2' });
  });

  test('code that is saved already is kept with its file, though a block of a reply ends without a line break', async () => {
    const ola = await withStrategy('ola', 0.001);
    const { focused_strategy: _, ...ran } = settings;
    const keep = async (request_id: string, strategy_code: string) => {
      const input = { request_id, chat_id: ola.chatId, strategy_code, settings: ran };
      const kept = outputOf(await client.request(MESSAGES.keepTry, input, ola.context()));
      await ola.asked('cancelRun', { run_id: request_id });
      return kept.strategy_filename;
    };
    const code = `# From a reply\n${CODE.trim()}`;
    const { final_name } = await ola.asked('applyStrategy', { id: ola.chatId, strategy_code: code });
    expect(await keep('reply-4', `\n${code}\n`)).toBe(final_name);
    expect(await keep('reply-5', code)).toBe(final_name);
    expect((await ola.asked('listFiles', { id: ola.chatId })).files).toHaveLength(2);
  });

  test("a run's id is its owner's", async () => {
    const jan = await withStrategy('jan', 100);
    const kim = await withStrategy('kim', 100);
    await start(jan, { ...settings, backtest_id: jan.chatId, run_id: 'run-jan-1' });
    expect(await start(kim, { ...settings, backtest_id: kim.chatId, run_id: 'run-jan-1' })).toEqual({
      refused: 'COMMAND_ID_REUSED',
    });
    expect(await kim.ask('watchRun', { run_id: 'run-jan-1' })).toEqual({ refused: 'RUN_NOT_FOUND' });
    expect(await kim.ask('cancelRun', { run_id: 'run-jan-1' })).toEqual({ refused: 'RUN_NOT_FOUND' });
    await jan.asked('cancelRun', { run_id: 'run-jan-1' });
  });

  test('an impossible run is refused before any reservation', async () => {
    const leo = await withStrategy('leo', 100);
    const run = { ...settings, backtest_id: leo.chatId, run_id: 'run-leo-1' };
    expect(await start(leo, { ...run, portfolio: ['USDT', 'BTC', 'NOPE'] })).toEqual({
      refused: 'UNKNOWN_COIN',
      data: { coin: 'NOPE' },
    });
    expect(await start(leo, { ...run, focused_strategy: 'strategy_9' })).toEqual({
      refused: 'STRATEGY_FILE_NOT_FOUND',
    });
    expect(await start(leo, { ...run, focused_strategy: 'nonsense' })).toEqual({
      refused: 'STRATEGY_REQUIRED',
    });
    expect(await start(leo, { ...run, start_date: '2024-04-01' })).toEqual({ refused: 'DATE_RANGE_INVALID' });
  });
});

describe('the common date range', () => {
  test('is limited by the youngest coin', async () => {
    const mia = userNamed('mia');
    const range = await mia.asked('getCommonDateRange', { coins: ['BTC', 'SOL'], timeframe: '24h' });
    expect(range).toMatchObject({ available: true, start_date: '2020-08-12', limited_by: 'SOL' });
    expect(await mia.ask('getCommonDateRange', { coins: ['BTC', 'NOPE'], timeframe: '24h' })).toMatchObject({
      refused: 'UNKNOWN_COIN',
    });
    expect(await mia.asked('getCommonDateRange', { coins: ['USDT'], timeframe: '24h' })).toMatchObject({
      available: false,
    });
  });
});
