// Measures what the credits ledger costs on top of bare JetStream at the same durability, and how long a reserve takes under load.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { type AccountEvent, fromVut, isRefusal, MESSAGES, streamOf, subjectOf } from '@tradeium/contracts';
import { startNats } from '@tradeium/embedded';
import { type Aggregates, actAs, openAggregates } from '@tradeium/event-store';
import { declareStreams } from '@tradeium/event-store/streams';
import { openBlobs, openRequestClient, type RequestClient } from '@tradeium/service-kit';
import { connect, type NatsConnection } from 'nats';
import { testSignatures } from '../libs/testing/src/servers/signing-keys.ts';
import { connectOperator } from '../scripts/running-system.ts';
import {
  type Account,
  accountAggregate,
  decideAccount,
} from '../services/credits-ledger/src/domain/account.ts';
import type { AccountCommand } from '../services/credits-ledger/src/domain/account-commands.ts';
import { type BenchRow, median, milliseconds, printRows, quantile, untargeted } from './parts/bench-row.ts';
import { startProduct } from './parts/started-product.ts';

const ROUNDS = 7;
const SERIAL_APPENDS = 400;
const ACCOUNTS = 1_000;
const APPENDS_EACH = 4;
const HOT_SHARE = 0.5;
const PIPELINED_SHARE = 0.6;
const RESERVE_P99_MS = 25;
const LOAD_SECONDS = 2;
const APPENDS_BETWEEN_ANSWERS = 20;
const SERVICE_REQUESTS_AT_ONCE = 64;
/** The other services are ready later than the page, and load their libraries on the same processors. */
const SETTLED_AFTER_MS = 20_000;
const SERVICE_REQUESTS = 2_000;

const ignore = (): void => {};

const log = { debug: ignore, info: ignore, warn: console.warn, error: console.error };
const now = () => new Date();
const hour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Runs in turns with bare JetStream on one server (`sync_interval: always`), then as the running product does it. */
export const run = async (): Promise<BenchRow[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'tradeium-bench-ledger-'));
  const nats = await startNats({ dataDirectory: join(directory, 'nats') });
  const nc = await connect({ servers: nats.url });
  actAs(nc, { signatures: testSignatures() });
  try {
    await declareStreams(nc, { replicas: 1 });
    const accounts = openAggregates({ nc, log, now }, accountAggregate);
    const hot = await compare(nc, accounts, [randomUUID()], SERIAL_APPENDS);
    const many = Array.from({ length: ACCOUNTS }, () => randomUUID());
    const pipelined = await compare(nc, accounts, many, APPENDS_EACH);
    return [
      shareRow('Ledger: reserve and capture, one by one on one account', hot, HOT_SHARE),
      shareRow(`Ledger: the same, at once on ${ACCOUNTS} accounts`, pipelined, PIPELINED_SHARE),
      ...(await measureReserves(nc, accounts, many, pipelined.ours / 2)),
      ...(await measureService()),
    ];
  } finally {
    await nc.close();
    await nats.stop();
    await rm(directory, { recursive: true, force: true });
  }
};

type Rates = { share: number; ours: number; bare: number };

const shareRow = (name: string, { share, ours, bare }: Rates, target: number): BenchRow => ({
  name: `${name}, of bare JetStream`,
  value: `${Math.round(100 * share)} % (${Math.round(ours)} of ${Math.round(bare)}/s)`,
  target: `≥ ${100 * target} %`,
  met: share >= target,
});

const execute = async (accounts: Aggregates<Account, AccountEvent>, command: AccountCommand) => {
  const commandId = `${command.type}:${'operationId' in command ? command.operationId : randomUUID()}`;
  const { accountId: userId } = command;
  const outcome = await accounts.execute(
    userId,
    { commandId, input: command, userId, correlationId: commandId },
    (account, at) => decideAccount(command, account, at),
  );
  if (!outcome.ok) throw new Error(outcome.refusal.refused);
  return outcome;
};

/** Reserves on even turns and captures on odd ones: the ledger's most frequent work. */
const operation = (accountId: string, round: string, turn: number): AccountCommand => {
  const operationId = `run:${round}-${turn - (turn % 2)}`;
  return turn % 2 === 0
    ? {
        type: 'ReserveCredits',
        accountId,
        operationId,
        amount: fromVut(2),
        purpose: 'backtest',
        expiresAt: hour(),
      }
    : { type: 'CaptureCredits', accountId, operationId, amount: fromVut(1) };
};

type Append = (id: string, turn: number) => Promise<unknown>;

/** The same number of commits to each account by a bare `publish` and by the ledger, in turns; accounts side by side. */
const compare = async (
  nc: NatsConnection,
  accounts: Aggregates<Account, AccountEvent>,
  ids: readonly string[],
  each: number,
): Promise<Rates> => {
  const amount = fromVut(1_000_000);
  const grant = {
    type: 'GrantCredits',
    operationId: 'grant',
    amount,
    source: 'promotion',
    reason: 'bench',
  } as const;
  const rate = async (append: Append): Promise<number> => {
    const start = performance.now();
    await Promise.all(
      ids.map(async (id) => {
        for (let turn = 0; turn < each; turn += 1) await append(id, turn);
      }),
    );
    return (1_000 * ids.length * each) / (performance.now() - start);
  };
  const opened = await Promise.all(ids.map((accountId) => execute(accounts, { ...grant, accountId })));
  const [first] = opened;
  if (first === undefined) throw new Error('there are no accounts');
  const commit = sampleCommit(ids[0] as string, first.state);
  const rounds: { bare: number; ours: number }[] = [];
  for (let count = 0; count < ROUNDS; count += 1) {
    const round = randomUUID();
    const bare = await rate(bareAppend(nc, commit));
    const ours = await rate((id, turn) => execute(accounts, operation(id, round, turn)));
    rounds.push({ bare, ours });
  }
  return {
    share: median(rounds.map(({ bare, ours }) => ours / bare)),
    ours: median(rounds.map(({ ours }) => ours)),
    bare: median(rounds.map(({ bare }) => bare)),
  };
};

/** As many bytes as the ledger writes for a reserve. */
const sampleCommit = (accountId: string, account: Account): string => {
  const commandId = `ReserveCredits:run:${randomUUID()}-0`;
  const events = decideAccount(operation(accountId, randomUUID(), 0), account, now().toISOString());
  const previousHash = 'a'.repeat(64);
  const meta = { commandId, inputHash: previousHash, userId: accountId, correlationId: commandId };
  return JSON.stringify({ events, meta: { ...meta, at: now().toISOString(), previousHash } });
};

/** The least that a ledger must do: the expected sequence, the message id, the answer. */
const bareAppend = (nc: NatsConnection, commit: string): Append => {
  const jetstream = nc.jetstream();
  const round = randomUUID();
  const last = new Map<string, number>();
  return async (id, turn) => {
    const expect = { streamName: streamOf('credits'), lastSubjectSequence: last.get(id) ?? 0 };
    const subject = subjectOf('credits', 'bare', `${id}-${round}`);
    const ack = await jetstream.publish(subject, commit, { msgID: `${id}-${round}-${turn}`, expect });
    last.set(id, ack.seq);
  };
};

/** How long each append takes, in ms from its due time, at this many per second. */
const latenciesAt = async (
  perSecond: number,
  append: (count: number) => Promise<unknown>,
): Promise<number[]> => {
  const start = performance.now();
  const underWay: Promise<number>[] = [];
  for (let count = 0; count < perSecond * LOAD_SECONDS; count += 1) {
    const dueAt = start + (1_000 * count) / perSecond;
    const earlyMs = dueAt - performance.now();
    if (earlyMs > 1) await delay(earlyMs);
    // Late: pending answers must still be processed.
    else if (count % APPENDS_BETWEEN_ANSWERS === 0) await nextTurn();
    underWay.push(append(count).then(() => performance.now() - dueAt));
  }
  return Promise.all(underWay);
};

/** Reserves at half of the ledger's rate, in turns with bare appends at the same one: some rounds meet a busy disk. */
const measureReserves = async (
  nc: NatsConnection,
  accounts: Aggregates<Account, AccountEvent>,
  ids: readonly string[],
  perSecond: number,
): Promise<BenchRow[]> => {
  const idOf = (count: number) => ids[count % ids.length] as string;
  const commit = sampleCommit(ids[0] as string, (await accounts.load(ids[0] as string)).state);
  const rounds: { ours: number[]; bare: number[] }[] = [];
  for (let count = 0; count < ROUNDS; count += 1) {
    const round = randomUUID();
    const append = bareAppend(nc, commit);
    const reserve = (turn: number) => execute(accounts, operation(idOf(turn), round, 2 * turn));
    // Each to its own subject: a bare append then waits for the disk alone.
    const bare = await latenciesAt(perSecond, (turn) => append(`${idOf(turn)}-${turn}`, turn));
    rounds.push({ bare, ours: await latenciesAt(perSecond, reserve) });
  }
  const medianOf = (figure: (round: { ours: number[]; bare: number[] }) => number) =>
    median(rounds.map(figure));
  const p99 = medianOf(({ ours }) => quantile(ours, 0.99));
  return [
    {
      name: `Ledger: a reserve at half of that rate, ${Math.round(perSecond)}/s (p99, median of ${ROUNDS} rounds)`,
      value: milliseconds(p99),
      target: `< ${RESERVE_P99_MS} ms`,
      met: p99 < RESERVE_P99_MS,
    },
    untargeted('  the same, p50', milliseconds(medianOf(({ ours }) => median(ours)))),
    untargeted(
      '  bare JetStream at that rate, p99',
      milliseconds(medianOf(({ bare }) => quantile(bare, 0.99))),
    ),
  ];
};

/** The ledger as other services see it: requests over NATS to the running product. */
const measureService = async (): Promise<BenchRow[]> => {
  const home = await mkdtemp(join(tmpdir(), 'tradeium-bench-ledger-product-'));
  const product = await startProduct(home);
  const nc = await connectOperator(product.urls);
  try {
    const client = openRequestClient(nc, openBlobs({ directory: join(home, 'none') }));
    const ids = Array.from({ length: SERVICE_REQUESTS_AT_ONCE }, () => randomUUID());
    await Promise.all(ids.map((accountId) => grantTo(client, accountId)));
    await delay(SETTLED_AFTER_MS);
    const times: number[] = [];
    const start = performance.now();
    await Promise.all(
      ids.map(async (accountId) => {
        for (let count = 0; count < SERVICE_REQUESTS / ids.length; count += 1)
          times.push(await reserveFrom(client, accountId));
      }),
    );
    const rate = (1_000 * times.length) / (performance.now() - start);
    const alone: number[] = [];
    for (let count = 0; count < 200; count += 1) alone.push(await reserveFrom(client, ids[0] as string));
    const about = `p50 ${milliseconds(median(times))}, p99 ${milliseconds(quantile(times, 0.99))}`;
    return [
      untargeted(
        `Ledger: reserves through the running service, ${SERVICE_REQUESTS_AT_ONCE} at once`,
        `${Math.round(rate)}/s, ${about}`,
      ),
      untargeted('  one after the other', `p50 ${milliseconds(median(alone))}`),
    ];
  } finally {
    await nc.close();
    await product.stop();
    await rm(home, { recursive: true, force: true });
  }
};

const contextOf = (userId: string) => ({ userId, commandId: randomUUID(), correlationId: userId });

const grantTo = async (client: RequestClient, accountId: string): Promise<void> => {
  const input = { accountId, operationId: 'grant', amount: fromVut(1_000_000), reason: 'bench' };
  const granted = await client.request(MESSAGES.grantCredits, input, contextOf(accountId));
  if (isRefusal(granted)) throw new Error(granted.refused);
};

const reserveFrom = async (client: RequestClient, accountId: string): Promise<number> => {
  const operationId = randomUUID();
  const input = { accountId, operationId, amount: fromVut(1), purpose: 'backtest', expiresAt: hour() };
  const start = performance.now();
  const reserved = await client.request(MESSAGES.reserveCredits, input, contextOf(accountId));
  if (isRefusal(reserved)) throw new Error(reserved.refused);
  return performance.now() - start;
};

if (import.meta.main) printRows(await run());
