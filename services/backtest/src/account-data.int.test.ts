// A user's data can be exported, and is gone permanently once the account is deleted.
import {
  authEvents,
  exportOf,
  fromVut,
  isRefusal,
  MESSAGES,
  type RunProgress,
  runProgressSubject,
  type UserEvent,
  type WorkspaceEvent,
} from '@tradeium/contracts';
import { type Aggregates, openAggregates } from '@tradeium/event-store';
import { outputOf } from '@tradeium/service-kit';
import { silentLog } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openUser, type RunningService, startRunningService } from '../fixtures/running-service.ts';
import { workspaceAggregate } from './domain/workspace.ts';
import type { Workspace } from './domain/workspace-state.ts';

const settings = {
  fees: 0.001,
  portfolio: ['USDT', 'BTC'],
  start_date: '2024-01-01',
  end_date: '2024-03-31',
  timeframe: '24h' as const,
  focused_strategy: 'strategy_0',
};
const NOTHING = { chats: [], runs: [], runs_truncated: false, studies: [], favorites: [], shared_links: [] };
const code = (name: string, version = 1) => `# ${name}\n# ${version}\ndef strategy(candles, settings): ...\n`;

let running: RunningService;
let users: Aggregates<null, UserEvent>;
let workspaces: Aggregates<Workspace, WorkspaceEvent>;

beforeAll(async () => {
  running = await startRunningService();
  const dependencies = { nc: running.nc, log: silentLog, now: () => new Date() };
  users = openAggregates(dependencies, {
    ...authEvents.user,
    stateVersion: 1,
    initial: null,
    evolve: () => null,
  });
  workspaces = openAggregates(dependencies, workspaceAggregate);
});
afterAll(() => running?.stop());

const userWithStrategy = async (name: string) => {
  const user = openUser(running.client, name);
  const grant = { accountId: name, operationId: 'gift', amount: fromVut(100), reason: 'gift' };
  outputOf(await running.client.request(MESSAGES.grantCredits, grant, user.context()));
  const { id } = await user.asked('createChat', { name: 'Momentum' });
  await user.asked('applyStrategy', { id, strategy_code: code(name) });
  return { ...user, chatId: id };
};
type User = Awaited<ReturnType<typeof userWithStrategy>>;

const startRun = (user: User, runId: string) =>
  running.client.request(
    MESSAGES.startRun,
    { ...settings, backtest_id: user.chatId, run_id: runId },
    user.context(),
  );

const reached = async (runId: string, isThere: (progress: RunProgress) => boolean): Promise<void> => {
  for await (const msg of running.nc.subscribe(runProgressSubject(runId)))
    if (isThere(msg.json() as RunProgress)) return;
};

const deleteAccount = (userId: string) =>
  users.execute(userId, { commandId: `delete:${userId}` }, () => [
    { type: 'UserDeleted', data: { userId, deletedAt: new Date().toISOString() } },
  ]);

const exported = async (user: Pick<User, 'context'>) =>
  outputOf(await running.client.request(exportOf('backtest'), {}, user.context()));

const isErased = (userId: string) =>
  expect.poll(async () => (await workspaces.load(userId)).state.isErased).toBe(true);

test('the export has chats, every version of every strategy with its code, and runs', async () => {
  const ada = await userWithStrategy('ada');
  await ada.asked('replaceStrategy', {
    id: ada.chatId,
    strategy_code: code('ada', 2),
    selected_item: 'strategy-python-0',
  });
  await ada.asked('getFirstChat', {});
  const failing = reached('run-ada-1', ({ status }) => status !== 'running');
  const early = { ...settings, start_date: '2019-01-01', backtest_id: ada.chatId, run_id: 'run-ada-1' };
  outputOf(await running.client.request(MESSAGES.startRun, early, ada.context()));
  await failing;
  await expect.poll(async () => (await exported(ada)).runs).toMatchObject([{ status: 'failed' }]);
  const { chats, runs } = await exported(ada);
  const versions = [
    { version: 2, code: code('ada', 2) },
    { version: 1, code: code('ada') },
  ];
  expect(chats).toMatchObject([
    { name: 'TrendBot 2.0', strategies: [] },
    { id: ada.chatId, name: 'Momentum', strategies: [{ filename: 'strategy_ada.py', versions }] },
  ]);
  expect(runs).toMatchObject([
    {
      id: 'run-ada-1',
      strategy: 'strategy_ada.py',
      settings: { start_date: '2019-01-01' },
      failure: 'NO_CANDLES_IN_RANGE',
      files: [],
    },
  ]);
});

test('the export has no data of other users', async () => {
  await userWithStrategy('ben');
  const cat = openUser(running.client, 'cat');
  expect(await exported(cat)).toEqual(NOTHING);
  const nobody = { commandId: 'nobody', correlationId: 'nobody' };
  expect(await running.client.request(exportOf('backtest'), {}, nobody)).toEqual({ refused: 'UNAUTHORIZED' });
});

test('a deleted account leaves no chat, no run and nothing that is under way', async () => {
  const dora = await userWithStrategy('dora');
  const underWay = reached('run-dora-1', ({ step }) => step === 'waiting');
  outputOf(await startRun(dora, 'run-dora-1'));
  await underWay;
  const cancelled = reached('run-dora-1', ({ status }) => status === 'cancelled');
  await deleteAccount('dora');
  await cancelled;
  await isErased('dora');
  await expect.poll(() => exported(dora)).toEqual(NOTHING);
  expect(await dora.ask('watchRun', { run_id: 'run-dora-1' })).toEqual({ refused: 'RUN_NOT_FOUND' });
  expect(await dora.ask('listFiles', { id: dora.chatId })).toEqual({ refused: 'CHAT_NOT_FOUND' });
  expect(await startRun(dora, 'run-dora-1')).toEqual({ refused: 'COMMAND_ID_REUSED' });
});

test('nothing can be made any more where an account was deleted', async () => {
  await deleteAccount('eli');
  await isErased('eli');
  const eli = openUser(running.client, 'eli');
  expect(await eli.ask('createChat', { name: 'Again' })).toEqual({ refused: 'UNAUTHORIZED' });
  expect(await eli.ask('getFirstChat', {})).toEqual({ refused: 'UNAUTHORIZED' });
  const run = { ...settings, backtest_id: 'c1', run_id: 'run-eli-1' };
  const started = await running.client.request(MESSAGES.startRun, run, eli.context());
  expect(isRefusal(started)).toBe(true);
  await deleteAccount('eli');
  expect(await exported(eli)).toEqual(NOTHING);
});
