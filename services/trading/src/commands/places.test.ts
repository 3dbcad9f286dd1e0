// Whatever stops, resumes, replaces and rebalances at the same time: who trades has a place, and one trades an account.
import { isRefusal } from '@tradeium/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { created, ids } from '../../fixtures/deployment-story.ts';
import { openInterleavedStores } from '../../fixtures/interleaved-stores.ts';
import { deploymentOfChat, deploymentPlaceOf } from '../domain/trader.ts';
import { endEverything, endReplaced } from './end-deployments.ts';
import { closePlace, resumeInPlace, stopEverything, stopInPlace, takePlace } from './places.ts';

const { userId } = ids;
const CHATS = ['a', 'b'] as const;
type Chat = (typeof CHATS)[number];
type Step =
  | { readonly does: 'deploy' | 'stop' | 'resume' | 'drawdown' | 'rebalance'; readonly chat: Chat }
  | { readonly does: 'stop-all' | 'delete-account' };

const PERMISSIONS = { read: true, trade: true, withdraw: false };
const KEYS = {
  keyId: 'k',
  isTestnet: false,
  permissions: PERMISSIONS,
  clockOffsetMs: 0,
  isIpRestricted: null,
};

/** A user with keys of one account, and what may be done with it; events are reacted to some time later. */
const openDesk = async (turn: () => Promise<void>) => {
  let count = 0;
  const reactions: Promise<unknown>[] = [];
  const cause = () => {
    count += 1;
    return { commandId: `c${count}`, correlationId: 'test' };
  };
  const trading: string[] = [];
  const stores = openInterleavedStores(turn, {
    onDeployment: (deploymentId, { type }) => {
      trading.push(`${type} ${deploymentId}`);
      if (type === 'RebalanceStarted') expect(stores.traders.states.get(userId)?.isErased).toBe(false);
      if (type === 'DeploymentStopped' || type === 'DeploymentEnded') reactions.push(free(deploymentId));
      const busy = [...stores.deployments.states.values()].filter(
        ({ status, open }) => status === 'active' && open !== null,
      );
      expect(busy.length, `at once: ${trading.join(', ')}`).toBeLessThanOrEqual(1);
    },
  });
  const free = async (deploymentId: string) => {
    const { state } = await stores.deployments.load(deploymentId);
    await closePlace(stores, { userId, deploymentId }, state, cause());
  };
  const data = { userId, exchange: 'binance', ...KEYS };
  const connect = { type: 'ConnectKeys', data, account: null, unsettled: null } as const;
  await stores.traders.change(userId, connect, cause());

  const deploy = async (chatId: Chat) => {
    const deploymentId = `${chatId}-${cause().commandId}`;
    const own = { userId, deploymentId };
    const place = { ...own, chatId, mode: 'live', exchange: 'binance' } as const;
    const command = created();
    if (command.type !== 'CreateDeployment') throw new Error('no deployment');
    await stores.deployments.change(
      own.deploymentId,
      { ...command, data: { ...command.data, ...place } },
      cause(),
    );
    const opened = await stores.traders.change(userId, { type: 'OpenDeployment', data: place }, cause());
    if (!isRefusal(opened)) return endReplaced(stores, userId, opened.state, cause());
    return stores.deployments.change(
      own.deploymentId,
      { type: 'EndDeployment', ...own, reason: 'refused' },
      cause(),
    );
  };

  const rebalance = async (deploymentId: string) => {
    const own = { userId, deploymentId };
    const { state } = await stores.deployments.load(deploymentId);
    if (state.status !== 'active') return;
    const taken = await takePlace(stores, own, state, cause());
    if (isRefusal(taken)) return;
    await endReplaced(stores, userId, taken.state, cause());
    const rebalanceId = cause().commandId;
    const run = { ...own, rebalanceId };
    const barClose = '2026-03-01T00:00:00.000Z';
    await stores.deployments.change(
      own.deploymentId,
      { type: 'StartRebalance', ...run, kind: 'manual', barClose },
      cause(),
    );
    await stores.deployments.change(
      own.deploymentId,
      { type: 'EndRebalance', ...run, charged: 0, failure: null },
      cause(),
    );
  };

  const onChat = async (does: Step['does'], chatId: Chat) => {
    if (does === 'deploy') return deploy(chatId);
    const { state: trader } = await stores.traders.load(userId);
    const deploymentId = deploymentOfChat(trader, chatId);
    if (deploymentId === undefined) return undefined;
    const own = { userId, deploymentId };
    if (does === 'stop') return stopInPlace(stores, own, cause());
    if (does === 'rebalance') return rebalance(deploymentId);
    if (does === 'drawdown')
      return stores.deployments.change(
        own.deploymentId,
        { type: 'StopDeployment', ...own, reason: 'drawdown' },
        cause(),
      );
    const { state } = await stores.deployments.load(deploymentId);
    return resumeInPlace(stores, own, state, cause());
  };

  return {
    stores,
    run: async (step: Step): Promise<unknown> => {
      if (step.does === 'stop-all') return stopEverything(stores, userId, cause());
      if (step.does === 'delete-account') return endEverything(stores, userId, cause());
      return 'chat' in step ? onChat(step.does, step.chat) : undefined;
    },
    settled: async () => {
      for (let seen = -1; seen < reactions.length; ) {
        seen = reactions.length;
        await Promise.all(reactions);
      }
    },
  };
};

type Desk = Awaited<ReturnType<typeof openDesk>>;

const tradingOf = ({ stores }: Desk): string[] =>
  [...stores.deployments.states].flatMap(([id, { status }]) =>
    status === 'active' || status === 'paused' ? [id] : [],
  );

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom('deploy', 'stop', 'resume', 'resume', 'drawdown', 'rebalance'),
      chat: fc.constantFrom(...CHATS),
    }) as fc.Arbitrary<Step>,
  },
  { weight: 1, arbitrary: fc.constant<Step>({ does: 'stop-all' }) },
);

/** Each round's steps run at once, the next round after them. */
const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 });
const BEGUN: Step[] = [{ does: 'deploy', chat: 'a' }];

const live = async (scheduler: fc.Scheduler, all: readonly (readonly Step[])[]): Promise<Desk> => {
  const turn = () => scheduler.schedule(Promise.resolve());
  const living = (async () => {
    const desk = await openDesk(turn);
    for (const steps of [BEGUN, ...all]) await Promise.all(steps.map(desk.run));
    await desk.settled();
    return desk;
  })();
  return scheduler.waitFor(living);
};

// spec: trading.18
test('in the end who may trade has its place, one of them, and nobody else has', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), rounds, async (scheduler, all) => {
      const desk = await live(scheduler, all);
      const trader = desk.stores.traders.states.get(userId);
      if (!trader) throw new Error('no trader');
      const placed = Object.keys(trader.deployments).filter((id) => deploymentPlaceOf(trader, id)?.isOpen);
      expect(tradingOf(desk)).toEqual(placed);
      expect(placed.length).toBeLessThanOrEqual(1);
      expect(trader.replaced).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test.each<[string, Step]>([
  ['stop-all leaves none that trades', { does: 'stop-all' }],
  ['nothing trades for a deleted account', { does: 'delete-account' }],
])('%s, whatever went before', async (_, last) => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), rounds, async (scheduler, all) => {
      expect(tradingOf(await live(scheduler, [...all, [last]]))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('an account that is deleted while things happen trades no more in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), rounds, async (scheduler, all) => {
      const [first = [], ...others] = all;
      const desk = await live(scheduler, [[...first, { does: 'delete-account' }], ...others]);
      expect(tradingOf(desk)).toEqual([]);
      expect(desk.stores.traders.states.get(userId)?.isErased).toBe(true);
    }),
    { numRuns: 100 },
  );
});
