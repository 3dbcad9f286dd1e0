// Operators' actions over a real bus, a real ledger and real keys: on disk first, done once, ended once, whatever crashes.
import { randomUUID } from 'node:crypto';
import {
  accountUpdateSubject,
  exportOf,
  isRefusal,
  messageOf,
  type OperatorRole,
  type Refusal,
  type RouteInput,
  refuse,
} from '@tradeium/contracts';
import {
  type Answer,
  type DataKeys,
  openBlobs,
  openDataKeys,
  openRequestClient,
  outputOf,
  type RequestClient,
  type RequestContext,
} from '@tradeium/service-kit';
import {
  type EventServer,
  MASTER_KEY,
  type ServiceProcess,
  sharedMongodbUrl,
  startEventServer,
  startServiceProcess,
} from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerForAccounts, type Lock } from '../fixtures/accounts-owner.ts';

const NOWHERE = 'http://127.0.0.1:1';
const LEDGER = new URL('../../credits-ledger/src/main.ts', import.meta.url);

let events: EventServer;
let nc: NatsConnection;
let ledger: ServiceProcess;
let admin: ServiceProcess;
let client: RequestClient;
let keys: DataKeys;
let stopAuth: () => Promise<void>;

/** The accounts' owner as it is here: it locks, and knows roles. */
const roles = new Map<string, OperatorRole>();
const locks: Lock[] = [];
let locking: () => Promise<Refusal | undefined>;

beforeAll(async () => {
  events = await startEventServer();
  nc = await events.connect();
  const environment = {
    NATS_URL: events.url,
    NATS_MONITORING_URL: events.monitoringUrl,
    MONGODB_URL: await sharedMongodbUrl(),
    TEMPORAL_ADDRESS: '127.0.0.1:1',
  };
  keys = await openDataKeys(nc, [MASTER_KEY]);
  stopAuth = answerForAccounts(nc, { roles, locks, locking: () => locking() }).stop;
  client = openRequestClient(nc, openBlobs({ directory: '/nowhere' }));
  [ledger, admin] = await Promise.all([
    startServiceProcess(LEDGER, {
      ...environment,
      PUBLIC_URL: NOWHERE,
      NOWPAYMENTS_API_URL: NOWHERE,
      NOWPAYMENTS_API_KEY: 'the API key of the tests',
      NOWPAYMENTS_IPN_SECRET: 'the notice secret of the tests',
    }),
    startServiceProcess(new URL('main.ts', import.meta.url), { ...environment, MASTER_KEY }),
  ]);
});
beforeEach(() => {
  locking = async () => undefined;
});
afterAll(async () => {
  await Promise.all([ledger?.stop(), admin?.stop(), stopAuth?.()]);
  await events?.stop();
});

const newUser = async (): Promise<string> => {
  const userId = randomUUID();
  await keys.ensure(userId);
  return userId;
};
const newAdmin = async (): Promise<string> => {
  const userId = await newUser();
  roles.set(userId, 'admin');
  return userId;
};

const by = (userId: string, commandId: string = randomUUID()): RequestContext => ({
  userId,
  commandId,
  correlationId: randomUUID(),
});
const after = (context: RequestContext, result: Answer<unknown> | Refusal): RequestContext =>
  isRefusal(result) || !result.written
    ? context
    : { ...context, after: { [result.written.stream]: result.written.sequence } };

type GrantInput = RouteInput<'grantCreditsToUser'>;
const grant = (user: string, context: RequestContext, input: Partial<GrantInput> = {}) =>
  client.request(
    messageOf('grantCreditsToUser'),
    { id: user, user_id: user, amount: 500, description: 'For the failed run', ...input },
    context,
  );
const lock = (user: string, context: RequestContext, input: object = { password: 'right' }, options = {}) =>
  client.request(messageOf('lockUser'), { id: user, reason: 'stolen', ...input }, context, options);
const finish = (id: string, context: RequestContext) =>
  client.request(messageOf('finishAction'), { id }, context);

const available = async (userId: string): Promise<number> =>
  outputOf(await client.request(messageOf('getBalance'), {}, by(userId))).subscription.vut_remaining;

type AuditInput = RouteInput<'listAudit'>;
const audit = async (context: RequestContext, input: AuditInput = {}) => {
  const listed = outputOf(await client.request(messageOf('listAudit'), input, context));
  return Array.isArray(listed) ? listed : listed.items;
};
/** The actions that the user reads, once there are so many. */
const readBy = async (userId: string, count: number) => {
  const read = async () => outputOf(await client.request(messageOf('listOperatorActions'), {}, by(userId)));
  await expect.poll(async () => (await read()).length).toBe(count);
  return read();
};

describe('a grant', () => {
  // spec: admin.38
  test('adds the credits, shows with its description, and is in the audit', async () => {
    const [ada, bob] = [await newAdmin(), await newUser()];
    const updates = nc.subscribe(accountUpdateSubject(bob));
    const result = await grant(bob, by(ada));
    expect(outputOf(result)).toEqual({
      message: 'Granted 500 VUT',
      action_id: expect.any(String),
      changed: true,
    });
    const { action_id: id } = outputOf(result);
    expect(await available(bob)).toBe(500);
    const history = async () => outputOf(await client.request(messageOf('getCreditHistory'), {}, by(bob)));
    await expect
      .poll(history)
      .toMatchObject([{ operation_type: 'grant', description: 'For the failed run', vut_cost: -500 }]);
    const [listed] = await audit(after(by(ada), result), { user_id: bob });
    expect(listed).toEqual({
      ...{ id, kind: 'grant-credits', state: 'completed', actor_id: ada, user_id: bob },
      ...{ actor: '', username: '', text: 'Granted 500 VUT', reason: 'For the failed run' },
      ...{ ordered_at: expect.any(String), completed_at: expect.any(String), changed: true, refusal: null },
    });
    const [read] = await readBy(bob, 1);
    expect(read).toEqual({
      ...{ id, at: listed?.ordered_at, text: 'Granted 500 VUT' },
      ...{ reason: 'For the failed run', state: 'completed' },
    });
    for await (const update of updates) {
      if (update.json<{ topic: string }>().topic === 'operators') break;
    }
  });

  // spec: admin.38
  test.each([0, -1, 0.5, 10_000_001, 1e300, Number.NaN])('of %d is refused', async (amount) => {
    const [ada, bob] = [await newAdmin(), await newUser()];
    expect(await grant(bob, by(ada), { amount })).toEqual(refuse('GRANT_AMOUNT_INVALID'));
  });

  test('is for the account of its address', async () => {
    const [ada, bob] = [await newAdmin(), await newUser()];
    expect(await grant(bob, by(ada), { user_id: ada })).toMatchObject({ refused: 'INVALID_REQUEST' });
  });

  test('counts once, however often and from wherever its command comes', async () => {
    const [ada, bob] = [await newAdmin(), await newUser()];
    const context = by(ada);
    const results = await Promise.all(Array.from({ length: 5 }, () => grant(bob, context)));
    const again = await grant(bob, { ...context, correlationId: 'later' });
    const answers = [...results, again].map((result) => outputOf(result));
    expect(new Set(answers.map(({ action_id }) => action_id)).size).toBe(1);
    expect(answers.every(({ changed }) => changed)).toBe(true);
    expect(await available(bob)).toBe(500);
    expect(await grant(bob, context, { amount: 501 })).toEqual(refuse('COMMAND_ID_REUSED'));
    expect(await grant(bob, context, { description: 'Other' })).toEqual(refuse('COMMAND_ID_REUSED'));
    expect(await available(bob)).toBe(500);
  });

  test('by two admins at once counts twice: they are two', async () => {
    const [ada, eve, bob] = [await newAdmin(), await newAdmin(), await newUser()];
    const key = randomUUID();
    await Promise.all([grant(bob, by(ada, key)), grant(bob, by(eve, key))]);
    expect(await available(bob)).toBe(1_000);
  });

  test('above the limit is confirmed', async () => {
    const [ada, bob] = [await newAdmin(), await newUser()];
    const context = by(ada);
    const large = { amount: 100_001 };
    expect(await grant(bob, context, large)).toMatchObject({ refused: 'CONFIRMATION_REQUIRED' });
    expect(await grant(bob, context, { ...large, password: 'wrong' })).toMatchObject({
      refused: 'CONFIRMATION_WRONG',
    });
    expect(await available(bob)).toBe(0);
    outputOf(await grant(bob, context, { ...large, password: 'right' }));
    outputOf(await grant(bob, context, large));
    expect(await available(bob)).toBe(100_001);
  });

  test('is taken back, once', async () => {
    const [ada, bob] = [await newAdmin(), await newUser()];
    const { action_id: granted } = outputOf(await grant(bob, by(ada)));
    const reverse = (of: string) =>
      client.request(
        messageOf('reverseUserGrant'),
        { id: bob, grant: of, reason: 'mistake', password: 'right' },
        by(ada),
      );
    expect(await reverse('payment:p1')).toEqual(refuse('GRANT_NOT_FOUND'));
    expect(await reverse('words of Bob')).toEqual(refuse('GRANT_NOT_FOUND'));
    expect(await reverse('nothing')).toEqual(refuse('GRANT_NOT_FOUND'));
    expect(outputOf(await reverse(`operator:${granted}`)).changed).toBe(true);
    expect(await available(bob)).toBe(0);
    expect(outputOf(await reverse(`operator:${granted}`)).changed).toBe(false);
    expect(await available(bob)).toBe(0);
    await expect.poll(() => audit(by(ada), { user_id: bob, state: 'completed' })).toHaveLength(3);
    expect(await audit(by(ada), { user_id: bob, state: 'refused' })).toHaveLength(1);
    expect((await readBy(bob, 2)).map(({ text }) => text)).toEqual(['Took back a grant', 'Granted 500 VUT']);
  });
});

describe('an action', () => {
  test('is for admins only, also a moment after the role was taken', async () => {
    const [ada, bob] = [await newAdmin(), await newUser()];
    outputOf(await grant(bob, by(ada)));
    roles.set(ada, 'support');
    expect(await grant(bob, by(ada))).toEqual(refuse('FORBIDDEN'));
    roles.delete(ada);
    expect(await grant(bob, by(ada))).toEqual(refuse('FORBIDDEN'));
    expect(await finish('any', by(ada))).toEqual(refuse('FORBIDDEN'));
    expect(await available(bob)).toBe(500);
  });

  test('on the own account is refused where it gives or takes something', async () => {
    const ada = await newAdmin();
    expect(await grant(ada, by(ada))).toEqual(refuse('OWN_ACCOUNT'));
    expect(await lock(ada, by(ada))).toEqual(refuse('OWN_ACCOUNT'));
    const role = { id: ada, role: null, reason: 'enough', password: 'right' };
    expect(await client.request(messageOf('changeUserRole'), role, by(ada))).toEqual(refuse('OWN_ACCOUNT'));
    expect(await available(ada)).toBe(0);
  });

  test('on nobody writes nothing, not even a key', async () => {
    const ada = await newAdmin();
    expect(await grant('nobody', by(ada))).toEqual(refuse('USER_NOT_FOUND'));
    expect(await keys.find('nobody')).toBeNull();
    expect(await audit(by(ada), { actor_id: ada })).toEqual([]);
  });

  test('demands a reason where it is no grant and no verification', async () => {
    const [ada, bob] = [await newAdmin(), await newUser()];
    expect(await lock(bob, by(ada), { reason: ' ', password: 'right' })).toEqual(refuse('REASON_REQUIRED'));
    expect(await lock(bob, by(ada), { reason: 'x'.repeat(501), password: 'right' })).toEqual(
      refuse('REASON_TOO_LONG'),
    );
  });

  test('that the owner refuses ends so, and stays so', async () => {
    const [ada, bob] = [await newAdmin(), await newUser()];
    locking = async () => refuse('LAST_ADMIN');
    const context = by(ada);
    expect(await lock(bob, context)).toEqual(refuse('LAST_ADMIN'));
    locking = async () => undefined;
    expect(await lock(bob, context)).toEqual(refuse('LAST_ADMIN'));
    expect(locks.filter(({ userId }) => userId === bob)).toEqual([]);
    await expect
      .poll(() => audit(by(ada), { state: 'refused', user_id: bob }))
      .toMatchObject([{ kind: 'lock-account', refusal: expect.stringContaining('last admin') }]);
  });

  test('on an account that its owner does not know is refused in our words', async () => {
    const [ada, bob] = [await newAdmin(), await newUser()];
    const ending = client.request(messageOf('endUserSessions'), { id: bob, reason: 'stolen' }, by(ada));
    expect(await ending).toEqual(refuse('USER_NOT_FOUND'));
  });

  test('stays ordered while its owner is down, until the command is repeated', async () => {
    const [ada, bob] = [await newAdmin(), await newUser()];
    locking = async () => refuse('SERVICE_UNAVAILABLE');
    const context = by(ada);
    expect(await lock(bob, context)).toEqual(refuse('SERVICE_UNAVAILABLE'));
    await expect.poll(() => audit(by(ada), { user_id: bob })).toMatchObject([{ state: 'ordered' }]);
    locking = async () => undefined;
    expect(outputOf(await lock(bob, context)).changed).toBe(true);
    expect(locks.filter(({ userId }) => userId === bob)).toHaveLength(1);
  });

  // spec: admin.40
  test('that a crash interrupted shows as ordered, and another admin finishes it once', async () => {
    const [ada, eve, bob] = [await newAdmin(), await newAdmin(), await newUser()];
    const reached = Promise.withResolvers<void>();
    const crashed = Promise.withResolvers<undefined>();
    locking = () => {
      reached.resolve();
      return crashed.promise;
    };
    const lost = lock(bob, by(ada), { password: 'right' }, { timeoutMs: 2_000 });
    await reached.promise;
    await admin.kill();
    crashed.resolve(undefined);
    expect(await lost).toEqual(refuse('SERVICE_UNAVAILABLE'));
    await admin.restart();
    locking = async () => undefined;
    await expect
      .poll(() => audit(by(eve), { user_id: bob }))
      .toMatchObject([{ state: 'ordered', completed_at: null, reason: 'stolen' }]);
    const [{ id } = { id: '' }] = await audit(by(eve), { user_id: bob });
    const [first, second] = await Promise.all([finish(id, by(eve)), finish(id, by(ada))]);
    expect(outputOf(first)).toMatchObject({ action_id: id, changed: true });
    expect(outputOf(second)).toMatchObject({ action_id: id, changed: true });
    expect(locks.filter(({ userId }) => userId === bob)).toHaveLength(1);
    expect(await audit(after(by(eve), first), { user_id: bob })).toMatchObject([{ state: 'completed' }]);
    expect(await finish('unknown', by(eve))).toEqual(refuse('ACTION_NOT_FOUND'));
  });

  test('is finished by nobody who is its subject, nor once its orderer is no admin', async () => {
    const [ada, eve, bob] = [await newAdmin(), await newAdmin(), await newUser()];
    locking = async () => refuse('SERVICE_UNAVAILABLE');
    for (const user of [eve, bob]) expect(await lock(user, by(ada))).toEqual(refuse('SERVICE_UNAVAILABLE'));
    await expect.poll(() => audit(by(eve), { actor_id: ada })).toHaveLength(2);
    locking = async () => undefined;
    const listed = await audit(by(eve), { actor_id: ada });
    const idFor = (user: string) => listed.find(({ user_id }) => user_id === user)?.id ?? '';
    expect(await finish(idFor(eve), by(eve))).toEqual(refuse('OWN_ACCOUNT'));
    roles.set(ada, 'support');
    expect(await finish(idFor(bob), by(eve))).toEqual(refuse('ORDER_OUTDATED'));
    expect(locks.filter(({ userId }) => userId === bob)).toEqual([]);
    roles.set(ada, 'admin');
    expect(outputOf(await finish(idFor(bob), by(eve))).changed).toBe(true);
  });

  test('on an erased account is refused, and its reasons are gone', async () => {
    const [ada, bob] = [await newAdmin(), await newUser()];
    outputOf(await grant(bob, by(ada)));
    locking = async () => refuse('SERVICE_UNAVAILABLE');
    const context = by(ada);
    await lock(bob, context);
    await expect.poll(() => audit(by(ada), { user_id: bob })).toHaveLength(2);
    await keys.destroy(bob);
    expect(await grant(bob, by(ada))).toEqual(refuse('USER_NOT_FOUND'));
    locking = async () => refuse('NOT_FOUND');
    expect(await lock(bob, context)).toEqual(refuse('USER_NOT_FOUND'));
    const entries = await audit(by(ada), { user_id: bob });
    expect(entries.map(({ text, reason }) => [text, reason])).toEqual([
      ['Lock the account', ''],
      ['Granted 500 VUT', ''],
    ]);
  });
});

describe('the audit', () => {
  test('has pages, newest first, and filters', async () => {
    const [ada, bob] = [await newAdmin(), await newUser()];
    for (let n = 1; n <= 3; n += 1) outputOf(await grant(bob, by(ada), { amount: n }));
    await expect.poll(() => audit(by(ada), { actor_id: ada, state: 'completed' })).toHaveLength(3);
    const page = async (cursor: string) =>
      outputOf(
        await client.request(messageOf('listAudit'), { actor_id: ada, limit: 2, cursor }, by(ada)),
      ) as { items: { text: string }[]; next_cursor: string | null; total: number };
    const first = await page('');
    expect(first).toMatchObject({
      items: [{ text: 'Granted 3 VUT' }, { text: 'Granted 2 VUT' }],
      total: 3,
    });
    expect(await page(first.next_cursor ?? '')).toMatchObject({
      items: [{ text: 'Granted 1 VUT' }],
      next_cursor: null,
    });
    expect(await audit(by(ada), { actor_id: ada, kind: 'lock-account' })).toEqual([]);
    expect(await client.request(messageOf('listAudit'), { cursor: 'made up' }, by(ada))).toEqual(
      refuse('LIST_PLACE_INVALID'),
    );
  });
});

// spec: admin.41
test('a user’s export has what operators did, never who', async () => {
  const [ada, bob] = [await newAdmin(), await newUser()];
  outputOf(await grant(bob, by(ada)));
  const exported = async () => outputOf(await client.request(exportOf('admin'), {}, by(bob)));
  await expect.poll(exported).toMatchObject({ actions: [{ text: 'Granted 500 VUT' }] });
  expect(JSON.stringify(await exported())).not.toContain(ada);
});
