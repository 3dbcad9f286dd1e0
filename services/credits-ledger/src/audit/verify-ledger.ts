// Audits a running system: reads its streams to their ends, then compares the ledger's balances.
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Context, isRefusal, MESSAGES, type Refusal, refusalText, streamOf } from '@tradeium/contracts';
import { readMessages, type StoredMessage, until } from '@tradeium/event-store';
import type { RequestClient } from '@tradeium/service-kit';
import type { NatsConnection } from 'nats';
import { type Audit, type AuditReport, openAudit, type ReadAccount } from './audit.ts';
import type { Check } from './findings.ts';

/** Runs before credits, so that a run's settlement is read after its end. */
const ORDER: readonly Context[] = ['auth', 'backtest', 'credits'];

const BATCH_SIZE = 2_000;
/** Requests of the same process go on between so many. */
const TAKEN_AT_ONCE = 50;
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
  /** Aborted when nobody waits for the result any more. */
  readonly signal?: AbortSignal;
  /** Called after each batch with how many messages are read, and with how many there are; the audit waits for it. */
  readonly onProgress?: (handled: number, of: number) => Promise<void>;
  readonly onProblem?: (check: Check, text: string) => void;
};

/** An audit under way. */
type Auditing = System & {
  readonly audit: Audit;
  readonly signal: AbortSignal;
  /** Notes that so many more messages are read. */
  readonly read: (messages: number) => Promise<void>;
};

/** Reads everything once and writes nothing. Rejects when NATS cannot be asked, and once the signal is aborted. */
export const verifyLedger = async (system: System): Promise<AuditReport> => {
  const { nc, now, onProgress, onProblem, signal = new AbortController().signal } = system;
  const audit = openAudit(onProblem);
  const of = onProgress ? await messagesIn(nc) : 0;
  let handled = 0;
  const read = async (messages: number): Promise<void> => {
    handled += messages;
    await onProgress?.(handled, Math.max(handled, of));
  };
  const auditing = { ...system, audit, signal, read };
  let credits = 0;
  for (const context of ORDER) {
    const end = await streamEndOf(nc, context, audit);
    await readTo(auditing, context, 0, end);
    credits = end;
  }
  await compareReadModel(auditing, credits);
  await readTo(auditing, 'credits', credits, audit.awaited());
  return audit.finish(now().toISOString());
};

/** How many messages there are to read now. */
const messagesIn = async (nc: NatsConnection): Promise<number> => {
  const { streams } = await nc.jetstreamManager({ checkAPI: false });
  const known = await Promise.all(ORDER.map((context) => streams.info(streamOf(context))));
  return known.reduce((sum, { state }) => sum + state.last_seq, 0);
};

/** The last message of a stream; reports deleted messages, also those after it. */
const streamEndOf = async (nc: NatsConnection, context: Context, { findings }: Audit): Promise<number> => {
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

const readTo = async (auditing: Auditing, context: Context, after: number, end: number): Promise<void> => {
  if (end <= after) return;
  const { nc, signal } = auditing;
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  let idle = setTimeout(stop, IDLE_TIMEOUT_MS);
  const reading = { stream: streamOf(context), after, batchSize: BATCH_SIZE };
  const over = AbortSignal.any([stopping.signal, signal]);
  try {
    for await (const batch of readMessages(nc, { ...reading, signal: over })) {
      clearTimeout(idle);
      await takeAll(auditing, context, batch, end);
      if ((batch.at(-1)?.sequence ?? 0) >= end) return;
      idle = setTimeout(stop, IDLE_TIMEOUT_MS);
    }
  } finally {
    clearTimeout(idle);
    stop();
  }
  signal.throwIfAborted();
  throw new Error(`${streamOf(context)} could not be read to its end, ${end}`);
};

const takeAll = async (
  { audit, signal, read }: Auditing,
  context: Context,
  batch: readonly StoredMessage[],
  end: number,
): Promise<void> => {
  const wanted = batch.filter(({ sequence }) => sequence <= end);
  for (let start = 0; start < wanted.length; start += TAKEN_AT_ONCE) {
    signal.throwIfAborted();
    for (const message of wanted.slice(start, start + TAKEN_AT_ONCE)) audit.take(context, message);
    await nextTurn();
  }
  await read(wanted.length);
};

/** The read model may be late, as after a restart: it is read again for a while before it counts as wrong. */
const compareReadModel = async (
  { client, audit, signal, patienceMs = PATIENCE_MS }: Auditing,
  credits: number,
): Promise<void> => {
  let read!: Awaited<ReturnType<typeof readAccounts>>;
  const inStep = async () => {
    read = await readAccounts(client, credits);
    return isRefusal(read) || audit.isBehind(read) ? undefined : true;
  };
  await until(inStep, { pauseMs: ASKED_AGAIN_AFTER_MS, timeoutMs: patienceMs, signal });
  signal.throwIfAborted();
  if (!isRefusal(read)) return audit.compare(read);
  audit.findings.problem('read-model', `the credits ledger cannot be asked: ${refusalText(read)}`);
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
