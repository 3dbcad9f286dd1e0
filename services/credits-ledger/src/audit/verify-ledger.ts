// Audits a running system: reads its streams to their ends, then compares the ledger's balances.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Context, isRefusal, MESSAGES, type Refusal, refusalText, streamOf } from '@tradeium/contracts';
import { readMessages } from '@tradeium/event-store';
import type { RequestClient } from '@tradeium/service-kit';
import type { NatsConnection } from 'nats';
import { type Audit, type AuditReport, openAudit, type ReadAccount } from './audit.ts';

/** Runs before credits, so that a run's settlement is read after its end. */
const ORDER: readonly Context[] = ['auth', 'backtest', 'credits'];

const BATCH_SIZE = 2_000;
const PAGE_SIZE = 500;
const IDLE_TIMEOUT_MS = 30_000;
const ANSWER_TIMEOUT_MS = 5_000;
const ASKED_AGAIN_AFTER_MS = 500;
const PATIENCE_MS = 30_000;
const NO_MESSAGE_FOUND = 404;

type System = {
  readonly nc: NatsConnection;
  readonly client: RequestClient;
  readonly now: () => Date;
  /** How long the read model may take to catch up with the audited events (default 30 s). */
  readonly patienceMs?: number;
};

/** Reads everything once and writes nothing. Rejects when NATS cannot be asked. */
export const verifyLedger = async ({
  nc,
  client,
  now,
  patienceMs = PATIENCE_MS,
}: System): Promise<AuditReport> => {
  const audit = openAudit();
  let credits = 0;
  for (const context of ORDER) {
    const end = await endOf(nc, context, audit);
    await readTo(nc, context, audit, 0, end);
    credits = end;
  }
  await compareReadModel(client, audit, credits, patienceMs);
  await readTo(nc, 'credits', audit, credits, audit.awaited());
  return audit.finish(now().toISOString());
};

/** The last message of a stream; reports deleted messages, also those after it. */
const endOf = async (nc: NatsConnection, context: Context, { findings }: Audit): Promise<number> => {
  const stream = streamOf(context);
  const { streams } = await nc.jetstreamManager({ checkAPI: false });
  const { state } = await streams.info(stream);
  if (state.num_deleted) findings.problem('streams', `${stream}: ${state.num_deleted} messages were deleted`);
  const newest = await streams
    .getMessage(stream, { last_by_subj: `events.${context}.>` })
    .catch((cause: unknown) => {
      if ((cause as { api_error?: { code?: number } }).api_error?.code === NO_MESSAGE_FOUND) return null;
      throw cause;
    });
  const end = newest?.seq ?? 0;
  // Between the two requests the stream may have grown, but never shrunk.
  if (end < state.last_seq)
    findings.problem('streams', `${stream}: ends with ${end}, though ${state.last_seq} were written`);
  return end;
};

const readTo = async (
  nc: NatsConnection,
  context: Context,
  audit: Audit,
  after: number,
  end: number,
): Promise<void> => {
  if (end <= after) return;
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  let idle = setTimeout(stop, IDLE_TIMEOUT_MS);
  const reading = { stream: streamOf(context), after, batchSize: BATCH_SIZE, signal: stopping.signal };
  try {
    for await (const batch of readMessages(nc, reading)) {
      clearTimeout(idle);
      idle = setTimeout(stop, IDLE_TIMEOUT_MS);
      for (const message of batch) {
        if (message.sequence <= end) audit.take(context, message);
        if (message.sequence >= end) return;
      }
    }
  } finally {
    clearTimeout(idle);
    stop();
  }
  throw new Error(`${streamOf(context)} could not be read to its end, ${end}`);
};

/** The read model may be late, as after a restart: it is read again for a while before it counts as wrong. */
const compareReadModel = async (
  client: RequestClient,
  audit: Audit,
  credits: number,
  patienceMs: number,
): Promise<void> => {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const read = await readAccounts(client, credits);
    const isLast = performance.now() > deadline;
    if (isRefusal(read)) {
      const reason = `the credits ledger cannot be asked: ${refusalText(read)}`;
      if (isLast) return audit.findings.problem('read-model', reason);
    } else if (isLast || !audit.isBehind(read)) return audit.compare(read);
    await delay(ASKED_AGAIN_AFTER_MS);
  }
};

const readAccounts = async (
  client: RequestClient,
  credits: number,
): Promise<ReadonlyMap<string, ReadAccount> | Refusal> => {
  const read = new Map<string, ReadAccount>();
  for (let after = ''; ; ) {
    const result = await client.request(
      MESSAGES.listAccountBalances,
      { after, limit: PAGE_SIZE },
      { commandId: randomUUID(), correlationId: randomUUID(), after: { [streamOf('credits')]: credits } },
      { timeoutMs: ANSWER_TIMEOUT_MS },
    );
    if (isRefusal(result)) return result;
    const { accounts } = result.output;
    for (const account of accounts) read.set(account.accountId, account);
    const last = accounts.at(-1);
    if (last === undefined || accounts.length < PAGE_SIZE) return read;
    after = last.accountId;
  }
};
