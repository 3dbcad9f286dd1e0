// The ways onto foreign subjects that NATS leaves open with the login of one service: none changes what others accept.
import { BUS_USERS, eventOf, type Message, SERVICES, sentBy, streamOf, subjectOf } from '@tradeium/contracts';
import {
  type AggregateDefinition,
  type Forged,
  openAggregates,
  openBucket,
  type RunningReaction,
  runReaction,
} from '@tradeium/event-store';
import { type EventServer, natsLogin, signingKeys, silentLog, startEventServer } from '@tradeium/testing';
import { AckPolicy, type ConsumerConfig, headers, type NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openBlobs } from '../blobs/blobs.ts';
import { answer } from '../messages/reply.ts';
import { openMetrics } from '../process/metrics.ts';
import { connectNats } from '../servers/connections.ts';
import { readConfig } from '../settings/config.ts';
import { natsAccessConfig } from '../settings/server-access.ts';
import { handler, serveRequests } from './request-server.ts';

const VICTIMS = ['credits-ledger', 'trading'] as const;
type Victim = (typeof VICTIMS)[number];
type User = Exclude<(typeof BUS_USERS)[number], 'operator'>;
const USERS = BUS_USERS.filter((user): user is User => user !== 'operator');

const now = () => new Date('2026-01-01T00:00:00.000Z');

type Added = { type: 'Added'; data: { amount: number } };
const aggregateOf = (victim: Victim): AggregateDefinition<number, Added> => ({
  context: SERVICES[victim].context,
  name: 'probe',
  events: z.discriminatedUnion('type', [eventOf('Added', { amount: z.int() })]) as never,
  stateVersion: 1,
  initial: 0,
  evolve: (sum, { data }) => sum + data.amount,
});

/** A service that others ask and whose events they would like to write. */
type Service = {
  readonly nc: NatsConnection;
  readonly forged: Forged[];
  readonly seen: number[];
  readonly asked: string[];
  readonly reaction: RunningReaction;
  readonly stop: () => Promise<void>;
};

let server: EventServer;
let watching: NatsConnection;
const services = new Map<Victim, Service>();

const login = async (user: User, onForged?: (forged: Forged) => void): Promise<NatsConnection> => {
  const access = readConfig(natsAccessConfig, { NATS_URL: server.url, ...natsLogin(user) });
  return connectNats({ ...access, ...signingKeys(user) }, user, silentLog, onForged ? { onForged } : {});
};

/** A message that a user may send to a service; undefined where it may send none. */
const messageFor = (user: User, victim: Victim): string | undefined =>
  sentBy(user)
    .map((pattern) => pattern.replace('*', victim))
    .find((subject) => subject.split('.')[1] === victim && !subject.endsWith('>'));

const startVictim = async (victim: Victim): Promise<Service> => {
  const [forged, seen, asked]: [Forged[], number[], string[]] = [[], [], []];
  const nc = await login(victim, (found) => forged.push(found));
  const reaction = runReaction<Added>(
    { nc, log: silentLog, now },
    {
      name: 'watch',
      reads: [aggregateOf(victim)] as never,
      startAt: 'beginning',
      handle: async ({ event }) => seen.push(event.data.amount),
    },
  );
  const subjects = new Set([
    `cmd.${victim}.probe`,
    ...USERS.flatMap((user) => messageFor(user, victim) ?? []),
  ]);
  const handlers = [...subjects].map((subject) => {
    const [kind, , name] = subject.split('.') as [string, string, string];
    const message = {
      service: victim,
      kind: kind === 'cmd' ? 'command' : 'query',
      name,
      input: z.unknown(),
      output: z.unknown(),
    } as unknown as Message;
    return handler(message, async () => {
      asked.push(subject);
      return answer(null);
    });
  });
  const waitForWrites = async () => undefined;
  const blobs = openBlobs({ directory: '/nowhere' });
  const serving = serveRequests({
    nc,
    log: silentLog,
    metrics: openMetrics(victim),
    blobs,
    waitForWrites,
    handlers,
  });
  const stop = async () => {
    await serving.stop();
    await reaction.stop();
    await nc.close();
  };
  return { nc, forged, seen, asked, reaction, stop };
};

beforeAll(async () => {
  server = await startEventServer();
  watching = await server.connect();
  for (const victim of VICTIMS) services.set(victim, await startVictim(victim));
});
afterAll(async () => {
  for (const service of services.values()) await service.stop();
  await server.stop();
});

const LEASES = 'KV_LEASES';

type Attack = {
  readonly nc: NatsConnection;
  readonly user: User;
  readonly onto: string;
  readonly body: string;
};

/** Keeps a message where the user may: its bytes and headers are its own. */
const keep = async ({ nc, user, body }: Attack, key: string): Promise<string> => {
  const subject = `$KV.LEASES.${user}.${key}`;
  const header = headers();
  header.set('Tradeium-Signature', `${user}:${'A'.repeat(86)}==`);
  await nc.jetstream({ checkAPI: false }).publish(subject, body, { headers: header });
  return subject;
};

const consumerOf = async (
  { nc }: Attack,
  subject: string,
  delivery: Partial<ConsumerConfig> = {},
): Promise<string> => {
  const manager = await nc.jetstreamManager({ checkAPI: false });
  const { name } = await manager.consumers.add(LEASES, {
    ack_policy: AckPolicy.None,
    filter_subject: subject,
    ...delivery,
  });
  return name;
};

let count = 0;
const nextKey = (): string => {
  count += 1;
  return `way-${count}`;
};

const ANSWERS: [string, (attack: Attack) => Promise<void>][] = [
  ['an answer of the API', async ({ nc, onto }) => nc.publish('$JS.API.INFO', '', { reply: onto })],
];

/** Each brings a message onto a subject to which the user may not publish. */
const WAYS: typeof ANSWERS = [
  ...ANSWERS,
  [
    'an acknowledgement',
    async ({ nc, user, onto, body }) => nc.publish(`$KV.LEASES.${user}.${nextKey()}`, body, { reply: onto }),
  ],
  [
    'a stored message, looked up',
    async (attack) => {
      const query = { last_by_subj: await keep(attack, nextKey()) };
      attack.nc.publish(`$JS.API.STREAM.MSG.GET.${LEASES}`, JSON.stringify(query), { reply: attack.onto });
    },
  ],
  [
    'a stored message, as the next one of a consumer',
    async (attack) => {
      const name = await consumerOf(attack, await keep(attack, nextKey()));
      attack.nc.publish(`$JS.API.CONSUMER.MSG.NEXT.${LEASES}.${name}`, '1', { reply: attack.onto });
    },
  ],
];

const EVENT = { type: 'Added', data: { amount: 1_000 } };
const COMMIT = JSON.stringify({ events: [EVENT], meta: { commandId: 'forged', at: now().toISOString() } });
const REQUEST = JSON.stringify({ input: null, context: { commandId: 'forged', correlationId: 'forged' } });

describe.each(USERS)('with the login of %s', (user) => {
  const victim = user === 'credits-ledger' ? 'trading' : 'credits-ledger';
  const { context } = SERVICES[victim];
  const service = () => services.get(victim) as Service;
  /** How many messages its stream has: a consumer brings them there too, under the subjects that they had. */
  const stored = async (): Promise<number> => {
    const { streams } = await watching.jetstreamManager();
    return (await streams.info(streamOf(context))).state.messages;
  };

  test.each(user === 'gateway' ? ANSWERS : WAYS)('%s becomes no event', async (_, bring) => {
    const { nc, seen } = service();
    const id = nextKey();
    const probes = openAggregates({ nc, log: silentLog, now }, aggregateOf(victim));
    const add = (commandId: string) =>
      probes.execute(id, { commandId }, () => [{ type: 'Added', data: { amount: 1 } }]);
    await add('first');
    const attacker = await login(user);
    const onto = subjectOf(context, 'probe', id);
    const before = await stored();
    await bring({ nc: attacker, user, onto, body: COMMIT });
    // The server lets it through: what keeps it out are the signatures.
    await expect.poll(stored).toBe(before + 1);
    const fresh = openAggregates({ nc, log: silentLog, now }, aggregateOf(victim));
    expect((await fresh.load(id)).state).toBe(1);
    expect(await add('second')).toMatchObject({ ok: true, state: 2 });
    await expect.poll(async () => (await service().reaction.status()).behind).toBe(0);
    expect(new Set(seen)).toEqual(new Set([1]));
    await attacker.close();
  });

  test.each(user === 'gateway' ? ANSWERS : WAYS)('%s becomes no command', async (_, bring) => {
    const attacker = await login(user);
    const onto = `cmd.${victim}.probe`;
    const before = service().forged.length;
    await bring({ nc: attacker, user, onto, body: REQUEST });
    await expect.poll(() => service().forged.length).toBeGreaterThan(before);
    expect(service().asked).not.toContain(onto);
    await attacker.close();
  });

  test.each(user === 'gateway' ? ANSWERS : WAYS)('%s replaces no data key', async (_, bring) => {
    const keys = await openBucket(watching, 'USER_KEYS');
    const subject = nextKey();
    await keys.create(subject, 'the right one');
    const attacker = await login(user);
    await bring({ nc: attacker, user, onto: `$KV.USER_KEYS.${subject}`, body: 'forged' });
    await attacker.flush();
    // A message that comes the same way onto a subject without such a wall shows that the first one has arrived.
    const onto = subjectOf(context, 'probe', subject);
    const before = await stored();
    await bring({ nc: attacker, user, onto, body: COMMIT });
    await expect.poll(stored).toBeGreaterThan(before);
    expect((await keys.get(subject))?.string()).toBe('the right one');
    await attacker.close();
  });

  test.runIf(user !== 'gateway')('a stored message that a consumer delivers becomes no command', async () => {
    const attacker = await login(user);
    const onto = `cmd.${victim}.probe`;
    const attack = { nc: attacker, user, onto, body: REQUEST };
    const before = service().forged.length;
    await consumerOf(attack, await keep(attack, nextKey()), { deliver_subject: onto, deliver_group: victim });
    await expect.poll(() => service().forged.length).toBeGreaterThan(before);
    expect(service().asked).not.toContain(onto);
    await attacker.close();
  });

  test('direct look-ups are refused', async () => {
    const attacker = await login(user);
    const refused: string[] = [];
    void (async () => {
      for await (const { permissionContext } of attacker.status())
        if (permissionContext) refused.push(permissionContext.subject);
    })();
    const look = `$JS.API.DIRECT.GET.${LEASES}`;
    attacker.publish(look, '{}', { reply: subjectOf(context, 'probe', 'direct') });
    await attacker.flush();
    await expect.poll(() => refused).toEqual([look]);
    await attacker.close();
  });

  const allowed = messageFor(user, victim);
  test.runIf(allowed)('a service that it may ask answers into inboxes only', async () => {
    const attacker = await login(user);
    const onto = subjectOf(context, 'probe', nextKey());
    const before = await stored();
    attacker.publish(allowed ?? '', REQUEST, { reply: onto });
    await expect.poll(() => service().forged).toContainEqual({ kind: 'reply', subject: allowed });
    expect(await stored()).toBe(before);
    await attacker.close();
  });
});
