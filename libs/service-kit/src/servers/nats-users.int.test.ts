// Every user of NATS may do what is its own, and is refused what belongs to others: found from the manifest, on a real server.
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  BUS_USERS,
  type BusUser,
  CONTEXTS,
  SERVICE_NAMES,
  SERVICES,
  type ServiceDeclaration,
  streamOf,
} from '@tradeium/contracts';
import { openBucket } from '@tradeium/event-store';
import { STORE_BUCKETS } from '@tradeium/event-store/streams';
import { type EventServer, natsLogin, signingKeys, silentLog, startEventServer } from '@tradeium/testing';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { natsAccessConfig } from '../settings/server-access.ts';
import { connectNats } from './connections.ts';

let server: EventServer;
const connections = new Map<BusUser, NatsConnection>();

beforeAll(async () => {
  server = await startEventServer();
  for (const user of BUS_USERS) {
    const access = readConfig(natsAccessConfig, { NATS_URL: server.url, ...natsLogin(user) });
    connections.set(user, await connectNats({ ...access, ...signingKeys(user) }, user, silentLog));
    void hearRefusals(user);
  }
});
afterAll(async () => {
  await Promise.all([...connections.values()].map((nc) => nc.close()));
  await server.stop();
});

const as = (user: BusUser): NatsConnection => connections.get(user) as NatsConnection;

/** The server's refusals by user. */
const refusals = new Map<BusUser, string[]>();

const hearRefusals = async (user: BusUser): Promise<void> => {
  const refused: string[] = [];
  refusals.set(user, refused);
  for await (const { permissionContext } of as(user).status())
    if (permissionContext) refused.push(permissionContext.subject);
};

/** The subjects that the server refuses to a user, as the server itself says: silence is no refusal. */
const refusedTo = async (user: BusUser, attempt: (nc: NatsConnection) => void): Promise<string[]> => {
  const refused = refusals.get(user) ?? [];
  refused.length = 0;
  attempt(as(user));
  await as(user).flush();
  // The refusals arrive before the answer to the flush, and are handed over a turn later.
  await nextTurn();
  return [...refused].sort();
};

const KEYS = 'USER_KEYS';
const bucketsOf = (user: (typeof SERVICE_NAMES)[number]): string[] =>
  (SERVICES[user] as ServiceDeclaration).buckets.map(({ name }) => name);

/** The subjects of a service alone: its events, its messages, its buckets and its parts of the shared ones. */
const ownSubjects = (owner: (typeof SERVICE_NAMES)[number]): string[] => [
  `events.${SERVICES[owner].context}.probe.one`,
  // In these tests others make keys, because the auth service does not run.
  ...bucketsOf(owner)
    .filter((name) => name !== KEYS)
    .map((name) => `$KV.${name}.probe`),
  ...STORE_BUCKETS.map(
    ({ name }) => `$KV.${name}.${name === 'SNAPSHOTS' ? SERVICES[owner].context : owner}.probe`,
  ),
  `${owner}.probe`,
];

describe.each(BUS_USERS.filter((user) => user !== 'operator'))('%s', (user) => {
  const others = SERVICE_NAMES.filter((name) => name !== user);

  test.each(others)('writes nothing of %s', async (owner) => {
    const subjects = ownSubjects(owner);
    const refused = await refusedTo(user, (nc) => {
      for (const subject of subjects) nc.publish(subject, 'forged');
    });
    expect(refused).toEqual([...subjects].sort());
  });

  test.each(others)('hears nothing of what is sent to %s', async (owner) => {
    const subjects = [`cmd.${owner}.>`, `query.${owner}.>`, `_INBOX.${owner}.>`, `${owner}.>`];
    const refused = await refusedTo(user, (nc) => {
      for (const subject of subjects) nc.subscribe(subject, { callback: () => undefined });
    });
    expect(refused).toEqual([...subjects].sort());
  });

  test('reads the streams that the manifest names, and no others', async () => {
    const declared: ServiceDeclaration | undefined = user === 'gateway' ? undefined : SERVICES[user];
    const readable = declared ? [declared.context, ...declared.reads] : [];
    const foreign = CONTEXTS.filter((context) => !readable.includes(context)).map(streamOf);
    const calls = foreign.flatMap((stream) => [
      `$JS.API.STREAM.MSG.GET.${stream}`,
      `$JS.API.CONSUMER.CREATE.${stream}`,
      `$JS.API.CONSUMER.CREATE.${stream}.probe`,
      `$JS.API.CONSUMER.CREATE.${stream}.probe.events.>`,
      `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.probe`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.probe`,
    ]);
    expect(await refusedTo(user, (nc) => calls.map((subject) => nc.publish(subject)))).toEqual(calls.sort());
    const read = readable.map(
      (context) => `$JS.API.STREAM.MSG.GET.${streamOf(context as (typeof CONTEXTS)[number])}`,
    );
    expect(await refusedTo(user, (nc) => read.map((subject) => nc.publish(subject)))).toEqual([]);
  });

  test('changes, empties and deletes no stream and no message, but for the owner of the data keys', async () => {
    const streams = [...CONTEXTS.map(streamOf), `KV_${KEYS}`, 'KV_SNAPSHOTS'];
    const calls = streams.flatMap((stream) =>
      ['UPDATE', 'DELETE', 'PURGE', 'MSG.DELETE'].map((call) => `$JS.API.STREAM.${call}.${stream}`),
    );
    const own = user === 'auth' ? [`$JS.API.STREAM.MSG.DELETE.KV_${KEYS}`] : [];
    const refused = await refusedTo(user, (nc) => calls.map((subject) => nc.publish(subject, '{}')));
    expect(refused).toEqual(calls.filter((call) => !own.includes(call)).sort());
  });

  test('sends nothing that the manifest does not list', async () => {
    const subjects = ['cmd.auth.forge', 'cmd.credits-ledger.forge', 'query.trading.forge'].filter(
      (subject) => !subject.includes(`.${user}.`),
    );
    expect(await refusedTo(user, (nc) => subjects.map((subject) => nc.publish(subject)))).toEqual(subjects);
  });
});

test.each(SERVICE_NAMES)('%s writes its own events and buckets', async (user) => {
  const nc = as(user);
  const subjects = ownSubjects(user);
  expect(await refusedTo(user, () => subjects.map((subject) => nc.publish(subject, 'own')))).toEqual([]);
  for (const { name } of STORE_BUCKETS) {
    const bucket = await openBucket(nc, name);
    const key = `${name === 'SNAPSHOTS' ? SERVICES[user].context : user}.kept`;
    await bucket.put(key, 'own');
    expect((await bucket.get(key))?.string()).toBe('own');
  }
});
