// Messages that another than their service has written into the streams change nothing, stop nothing, and are reported.
import { randomBytes } from 'node:crypto';
import { type BusUser, subjectOf } from '@tradeium/contracts';
import {
  type EventServer,
  openTestDatabase,
  signingKeys,
  startEventServer,
  type TestDatabase,
  testLog,
} from '@tradeium/testing';
import { headers, type NatsConnection, type StoredMsg } from 'nats';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balances, deposit, deposited, newId, type WalletEvent, wallet } from '../../fixtures/wallet.ts';
import {
  actAs,
  type Forged,
  openAggregates,
  openSignatures,
  type Projections,
  type RunningReaction,
  runProjections,
  runReaction,
  SIGNATURE_HEADER,
  type Signatures,
  signedCommit,
} from '../index.ts';

const EXPECTED = 'Nats-Expected-Last-Subject-Sequence';
const OWNER: BusUser = 'credits-ledger';

let server: EventServer;
let database: TestDatabase;
let nc: NatsConnection;
let projections: Projections;
let reaction: RunningReaction;
let forged: Forged[];
/** The amounts that the reaction has seen. */
const seen: [string, number][] = [];

const now = () => new Date('2026-01-01T00:00:00.000Z');
const log = testLog();

const signaturesOf = (user: BusUser): Signatures => {
  const { SIGNING_KEY, SIGNING_PUBLIC_KEYS } = signingKeys(user);
  return openSignatures(user, SIGNING_KEY, SIGNING_PUBLIC_KEYS);
};

/** A connection of another process of the same service. */
const connect = async (onForged: (found: Forged) => void = () => undefined): Promise<NatsConnection> => {
  const connection = await server.connect();
  actAs(connection, { user: OWNER, signatures: signaturesOf(OWNER), onForged });
  return connection;
};

const open = (connection = nc) => openAggregates({ nc: connection, log, now }, wallet);

const react = (connection: NatsConnection, name: string, seeing: [string, number][]) =>
  runReaction<WalletEvent>(
    { nc: connection, log, now },
    {
      name,
      reads: [wallet],
      startAt: 'beginning',
      handle: async ({ event, id }) => seeing.push([id, event.type === 'Deposited' ? event.data.amount : 0]),
    },
  );

beforeAll(async () => {
  [server, database] = await Promise.all([startEventServer(), openTestDatabase()]);
  nc = await connect((found) => forged.push(found));
  forged = [];
  projections = runProjections({ nc, mongo: database.connection, log, now, projections: [balances] });
  await projections.opened;
  reaction = react(nc, 'count', seen);
});
beforeEach(() => {
  forged = [];
});
afterAll(async () => {
  await reaction?.stop();
  await projections?.stop();
  await server?.stop();
  await database?.close();
});

const messages = async (id: string): Promise<{ first: StoredMsg; last: StoredMsg }> => {
  const { streams } = await nc.jetstreamManager();
  const subject = subjectOf('credits', 'wallet', id);
  const [first, last] = await Promise.all([
    streams.getMessage('CREDITS', { next_by_subj: subject, seq: 1 } as never),
    streams.getMessage('CREDITS', { last_by_subj: subject }),
  ]);
  return { first, last };
};

/** Something that is no commit of the service, as the newest message of a wallet that holds 3. */
type Forge = (id: string) => Promise<unknown>;

const FORGED = JSON.stringify({
  events: [deposited(1_000)],
  meta: { commandId: 'forged', at: '2026-01-01T00:00:00.000Z' },
});

const publish = (id: string, data: Uint8Array | string, fields: Record<string, string>) => {
  const header = headers();
  for (const [name, value] of Object.entries(fields)) header.append(name, value);
  return nc.jetstream().publish(subjectOf('credits', 'wallet', id), data, { headers: header });
};

const signatureOf = ({ header }: StoredMsg) => ({ [SIGNATURE_HEADER]: header.get(SIGNATURE_HEADER) });

const WAYS: [string, Forge][] = [
  ['no signature', async (id) => publish(id, FORGED, { [EXPECTED]: String((await messages(id)).last.seq) })],
  ['no header at all', (id) => nc.jetstream().publish(subjectOf('credits', 'wallet', id), FORGED)],
  ['no commit in it', (id) => nc.jetstream().publish(subjectOf('credits', 'wallet', id), 'no commit')],
  [
    'the signature of another service',
    async (id) => {
      const { seq } = (await messages(id)).last;
      const content = signedCommit(subjectOf('credits', 'wallet', id), seq, Buffer.from(FORGED));
      const signature = signaturesOf('agent').sign(content);
      return publish(id, FORGED, { [EXPECTED]: String(seq), [SIGNATURE_HEADER]: signature });
    },
  ],
  [
    'other bytes than were signed',
    async (id) => {
      const { last } = await messages(id);
      return publish(id, FORGED, { [EXPECTED]: String(last.seq), ...signatureOf(last) });
    },
  ],
  [
    'the first commit once more, without a predecessor',
    async (id) => {
      const { first } = await messages(id);
      return publish(id, first.data, signatureOf(first));
    },
  ],
  [
    'the first commit once more, whose predecessor is looked for on another subject',
    async (id) => {
      const { first } = await messages(id);
      const elsewhere = { [`${EXPECTED}-Subject`]: subjectOf('credits', 'wallet', newId()) };
      return publish(id, first.data, { [EXPECTED]: '0', ...elsewhere, ...signatureOf(first) });
    },
  ],
  [
    'the first commit once more, after another one',
    async (id) => {
      const { first, last } = await messages(id);
      return publish(id, first.data, { ...signatureOf(first), [EXPECTED]: String(last.seq) });
    },
  ],
];

describe.each(WAYS)('a message with %s', (_, forge) => {
  test('is passed over by aggregates, projections and reactions, reported once, and what follows it is right', async () => {
    const id = newId();
    const writer = open();
    for (const amount of [1, 2]) await writer.execute(id, { commandId: newId() }, deposit(amount));
    await forge(id);
    expect((await writer.load(id)).state.balance).toBe(3);
    expect((await open(await connect()).load(id)).state.balance).toBe(3);
    expect(await writer.execute(id, { commandId: newId() }, deposit(4))).toMatchObject({
      ok: true,
      state: { balance: 7 },
    });
    await forge(id);
    expect((await open(await connect()).load(id)).state.balance).toBe(7);
    await expect.poll(() => seen.filter(([of]) => of === id).map(([, amount]) => amount)).toEqual([1, 2, 4]);
    expect(await projections.caughtUp(10_000)).toBe(true);
    expect(await projections.documents(balances).findById(id).lean()).toMatchObject({
      balance: 7,
      events: 3,
    });
    expect(projections.conditions()).toMatchObject([{ state: 'following' }]);
    expect(await reaction.status()).toMatchObject({ parked: 0 });
    await expect.poll(() => forged).toMatchObject([{ kind: 'commit' }, { kind: 'commit' }]);
  });
});

test('a signed commit of one aggregate is none of another', async () => {
  const [id, victim] = [newId(), newId()];
  await open().execute(id, { commandId: newId() }, deposit(5));
  const { first } = await messages(id);
  await publish(victim, first.data, { [EXPECTED]: '0', ...signatureOf(first) });
  expect((await open(await connect()).load(victim)).state.balance).toBe(0);
  expect(await open().execute(victim, { commandId: newId() }, deposit(1))).toMatchObject({
    state: { balance: 1 },
  });
});

test('a long aggregate is right with many forged messages in it', async () => {
  const id = newId();
  const writer = open();
  for (let n = 0; n < 30; n += 1) {
    await writer.execute(id, { commandId: newId() }, deposit(1));
    if (n % 3 === 0) await nc.jetstream().publish(subjectOf('credits', 'wallet', id), FORGED);
  }
  expect((await open(await connect()).load(id)).state).toEqual({ balance: 30, deposits: 30 });
});

test('a forged message does not take the place of the command whose id it may know', async () => {
  const id = newId();
  const writer = open();
  await writer.execute(id, { commandId: newId() }, deposit(1));
  const msgID = `wallet.${id}:payment`;
  await nc.jetstream().publish(subjectOf('credits', 'wallet', id), FORGED, { msgID });
  expect(await writer.execute(id, { commandId: 'payment' }, deposit(2))).toMatchObject({
    ok: true,
    repeated: false,
    state: { balance: 3 },
  });
});

describe('a snapshot', () => {
  const definition = { ...wallet, snapshotEvery: 2 };
  const bucket = () => nc.jetstream().views.kv('SNAPSHOTS', { bindOnly: true });
  const write = async (id: string): Promise<string> => {
    const writer = openAggregates({ nc, log, now }, definition);
    for (let n = 0; n < 4; n += 1) await writer.execute(id, { commandId: newId() }, deposit(1));
    const key = `credits.wallet.${id}`;
    await expect.poll(async () => (await (await bucket()).get(key))?.json()).toMatchObject({ format: 1 });
    return key;
  };

  test.each([
    ['without a signature', (stored: string) => stored.replace(/"signature":"[^"]*",/, '')],
    ['with the signature of something else', (stored: string) => stored],
    ['with a signature that is none', (stored: string) => stored.replace(/re":"/, `re":"${'A'.repeat(8)}`)],
  ])('%s is not used', async (_, change) => {
    const id = newId();
    const key = await write(id);
    const stored = (await (await bucket()).get(key))?.string() ?? '';
    await (await bucket()).put(key, change(stored).replace(/"balance":\d+/, '"balance":1000'));
    const loaded = await openAggregates(
      { nc: await connect((found) => forged.push(found)), log, now },
      definition,
    ).load(id);
    expect(loaded.state.balance).toBe(4);
    expect(forged).toEqual([{ kind: 'value', subject: `$KV.SNAPSHOTS.${key}` }]);
  });
});

test('a reaction whose progress is forged skips nothing', async () => {
  const id = newId();
  const own: [string, number][] = [];
  await open().execute(id, { commandId: newId() }, deposit(7));
  const kv = await nc.jetstream().views.kv('REACTIONS', { bindOnly: true });
  await kv.put(`${OWNER}.robbed.CREDITS`, JSON.stringify({ upTo: 1_000_000, open: [], starts: 0 }));
  const robbed = react(nc, 'robbed', own);
  await expect.poll(() => own).toContainEqual([id, 7]);
  expect(forged).toContainEqual({ kind: 'value', subject: `$KV.REACTIONS.${OWNER}.robbed.CREDITS` });
  await robbed.stop();
});

test('random bytes in every header stop nobody', async () => {
  const id = newId();
  await open().execute(id, { commandId: newId() }, deposit(1));
  for (let n = 0; n < 20; n += 1) {
    const noise = randomBytes(40).toString('base64');
    await publish(id, FORGED, { [SIGNATURE_HEADER]: noise, 'Nats-Expected-Last-Subject': noise });
  }
  expect((await open(await connect()).load(id)).state.balance).toBe(1);
});
