// The system page on real servers: what it shows, what it says while servers are down, and the actions that it offers.
import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { isRefusal, MESSAGES, messageOf, type RouteName, type SystemState } from '@tradeium/contracts';
import {
  answer,
  handler,
  openBlobs,
  openDataKeys,
  openMetrics,
  openRequestClient,
  openStreamClient,
  serveRequests,
  streamMessage,
} from '@tradeium/service-kit';
import {
  MASTER_KEY,
  NO_PAYMENTS,
  openTemporalNamespace,
  type ServiceProcess,
  sharedMongodbUrl,
  silentLog,
  startEventServer,
  startServersAway,
  startServiceProcess,
  type TemporalNamespace,
  workflowBundle,
} from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

const OPERATOR = 'operator';
const ADMIN_MAIN = new URL('./main.ts', import.meta.url);
const LEDGER_MAIN = new URL('../../credits-ledger/src/main.ts', import.meta.url);
const PAGES = 'http://pages.example';

/** The operator's requests, and auth's part in them: the role, and the key to the operator's words. */
const openOperator = async (nc: NatsConnection) => {
  await (await openDataKeys(nc, [MASTER_KEY])).ensure(OPERATOR);
  const blobs = openBlobs({ directory: '/nowhere' });
  const client = openRequestClient(nc, blobs);
  const streams = openStreamClient(nc);
  const roles = new Map<string, 'admin' | 'support'>([[OPERATOR, 'admin']]);
  const auth = serveRequests({
    ...{ nc, blobs, log: silentLog, metrics: openMetrics('test') },
    handlers: [handler(MESSAGES.getRole, async ({ userId }) => answer({ role: roles.get(userId) ?? null }))],
    waitForWrites: async () => true,
  });
  const context = (userId = OPERATOR) => ({ userId, commandId: randomUUID(), correlationId: randomUUID() });
  return {
    system: async () => {
      const found = await client.request(messageOf('getSystem'), {}, context());
      if (isRefusal(found)) throw new Error(found.refused);
      return found.output;
    },
    ask: (name: RouteName, input: object, userId?: string) =>
      client.request(messageOf(name), input as never, context(userId)),
    /** Opens a stream of the page; null for a refusal. */
    follow: (name: 'rebuildProjection' | 'verifyLedger', input: object, userId = OPERATOR) =>
      streams.open({ userId, onReaderGone: 'cancel' }, (reader) =>
        client.request(streamMessage(messageOf(name)), input as never, { ...context(userId), reader }),
      ),
    stop: auth.stop,
  };
};

type Operator = Awaited<ReturnType<typeof openOperator>>;

/** All that a stream says, and how it ends. */
const allOf = async (opened: Awaited<ReturnType<Operator['follow']>>) => {
  if (typeof opened === 'string' || isRefusal(opened)) throw new Error(JSON.stringify(opened));
  const chunks: { done: boolean; handled: number; of: number; findings: string[] }[] = [];
  for (;;) {
    const next = await opened.next();
    if (!('text' in next)) return { chunks, how: next.how };
    chunks.push(JSON.parse(next.text));
  }
};

const processesOf = ({ services }: SystemState, service: string) =>
  services.find(({ name }) => name === service)?.processes;

/** The system's state once only these parts do not answer, in their order: just after its start a process is busy. */
const whenOnlySilent = (operator: Operator, silent: readonly string[], ledgers: number) =>
  vi.waitFor(
    async () => {
      const state = await operator.system();
      expect(state.problems.map(({ problem }) => problem).sort()).toEqual(
        silent.map((part) => `${part} does not answer`),
      );
      expect(processesOf(state, 'credits-ledger')).toHaveLength(ledgers);
      return state;
    },
    { timeout: 60_000 },
  );

describe('with everything there', () => {
  let events: Awaited<ReturnType<typeof startEventServer>>;
  let services: ServiceProcess[];
  let operator: Operator;
  let temporal: TemporalNamespace;

  beforeAll(async () => {
    events = await startEventServer();
    temporal = await openTemporalNamespace('admin');
    const environment = {
      NATS_URL: events.url,
      NATS_MONITORING_URL: events.monitoringUrl,
      MONGODB_URL: await sharedMongodbUrl(),
      ...temporal,
    };
    const bundle = await workflowBundle('credits-ledger');
    operator = await openOperator(await events.connect());
    const ledger = {
      ...{ ...environment, ...NO_PAYMENTS, WORKFLOW_BUNDLE: bundle },
      MONGODB_PREFIX: `test_${randomUUID().slice(0, 8)}`,
    };
    services = await Promise.all([
      startServiceProcess(ADMIN_MAIN, { ...environment, MASTER_KEY, TEMPORAL_UI_URL: PAGES }),
      startServiceProcess(LEDGER_MAIN, ledger),
      startServiceProcess(LEDGER_MAIN, ledger),
    ]);
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await operator.stop();
    await events.stop();
  });

  test('lists every process, read model, reaction and stream, and who does not answer', async () => {
    const state = await whenOnlySilent(operator, ['agent', 'auth', 'backtest', 'trading'], 2);
    const version = '1.0.0';
    expect(processesOf(state, 'credits-ledger')).toMatchObject([{ version }, { version }]);
    expect(processesOf(state, 'trading')).toEqual([]);
    const ofLedger = state.read_models.filter(({ service }) => service === 'credits-ledger');
    expect(ofLedger.map(({ name }) => name)).toContain('accounts');
    expect(ofLedger.every(({ parked, rebuilding }) => parked === 0 && rebuilding === null)).toBe(true);
    expect(state.reactions.length).toBeGreaterThan(0);
    expect(state.streams?.map(({ name }) => name)).toContain('CREDITS');
    expect(state.parked).toEqual([]);
  });

  test('counts the workers of each queue', async () => {
    const workersOf = async (queue: string) => {
      const { workflows } = await operator.system();
      return workflows?.queues.find(({ name }) => name === queue)?.workers;
    };
    await expect.poll(() => workersOf('credits')).toBe(2);
    await expect.poll(() => workersOf('strategy-runner')).toBe(0);
  });

  test('shows in its figures how much waits in each queue', async () => {
    const waiting = async (queue: string) => {
      const text = (await services[0]?.figures()) ?? '';
      return new RegExp(`^tradeium_task_queue_backlog\\{task_queue="${queue}",.*\\} (\\d+)$`, 'm').exec(
        text,
      )?.[1];
    };
    await expect.poll(() => waiting('agent')).toBe('0');
    const connection = await Connection.connect({ address: temporal.TEMPORAL_ADDRESS });
    const { workflow } = new Client({ connection, namespace: temporal.TEMPORAL_NAMESPACE });
    // Nobody takes work from this queue here.
    for (const workflowId of ['one', 'two', 'three'])
      await workflow.start('anything', { taskQueue: 'agent', workflowId });
    await expect.poll(() => waiting('agent'), { interval: 500 }).toBe('3');
    expect(await waiting('strategy-runner')).toBe('0');
    await connection.close();
  });

  test('retries what is parked, rebuilds and audits for admins only, each with its action', async () => {
    const reason = 'to be sure';
    expect(await operator.ask('retryParkedEvents', { service: 'credits-ledger', reason })).toMatchObject({
      output: { changed: false, handled: 0, remaining: 0 },
    });
    expect(await operator.ask('retryParkedEvents', { service: 'nobody', reason })).toMatchObject({
      refused: 'NOT_FOUND',
    });
    expect(await operator.ask('retryParkedEvents', { service: 'auth', reason }, 'support')).toMatchObject({
      refused: 'FORBIDDEN',
    });
    const rebuilt = { service: 'credits-ledger', name: 'accounts', reason };
    const { chunks, how } = await allOf(await operator.follow('rebuildProjection', rebuilt));
    expect(how).toBe('done');
    expect(chunks.at(-1)).toMatchObject({ done: true, findings: [] });
    expect(await operator.follow('rebuildProjection', { ...rebuilt, name: 'nothing' })).toMatchObject({
      refused: 'READ_MODEL_UNKNOWN',
    });
    expect(await operator.follow('rebuildProjection', rebuilt, 'support')).toMatchObject({
      refused: 'FORBIDDEN',
    });
    const audited = await allOf(await operator.follow('verifyLedger', { reason }));
    expect(audited).toMatchObject({ how: 'done' });
    expect(audited.chunks.at(-1)).toMatchObject({ done: true, findings: [] });
    const manager = await (await events.connect()).jetstreamManager();
    const { state } = await manager.streams.info('ADMIN', { subjects_filter: 'events.admin.action.>' });
    // A retry, a rebuild, one of a read model that there is none of, and an audit; nothing of those without the role.
    expect(Object.values(state.subjects ?? {})).toEqual([2, 2, 2, 2]);
  });
});

// spec: admin.46
test('without MongoDB and Temporal it says so, and shows the rest', async () => {
  const away = await startServersAway();
  const nc = await away.events.connect();
  const operator = await openOperator(nc);
  const environment = {
    ...away.environment,
    NATS_MONITORING_URL: away.events.monitoringUrl,
    MASTER_KEY,
    ...NO_PAYMENTS,
  };
  const services = await Promise.all(
    [ADMIN_MAIN, LEDGER_MAIN].map((main) => startServiceProcess(main, environment, { isMongodbAway: true })),
  );
  try {
    const silent = ['MongoDB', 'Temporal', 'agent', 'auth', 'backtest', 'trading'];
    const state = await whenOnlySilent(operator, silent, 1);
    expect(state.workflows).toBeNull();
    expect(state.streams?.map(({ name }) => name)).toContain('CREDITS');
    const ofLedger = state.read_models.filter(({ service }) => service === 'credits-ledger');
    expect(ofLedger.length).toBeGreaterThan(0);
    expect(ofLedger.every(({ parked }) => parked === null)).toBe(true);
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    await operator.stop();
    await away.stop();
    await away.events.stop();
  }
});
