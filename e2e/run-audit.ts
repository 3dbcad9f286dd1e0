// Reads the ledger and the runs from the event streams themselves, and tells where they do not agree.
import { type AccountEvent, type Commit, commit, type RunEvent } from '@tradeium/contracts';
import { connect, type NatsConnection } from 'nats';

export type Audit = { completed: number; failed: number; problems: string[] };

/**
 * Checks of all runs there ever were: a completed one was captured once, a failed one was not, each ended once, and
 * no reservation is left.
 */
export const auditRuns = async (natsUrl: string): Promise<Audit> => {
  const nc = await connect({ servers: natsUrl });
  try {
    const runs = await eventsOf<RunEvent>(nc, 'BACKTEST', 'events.backtest.run.*');
    const credits = await eventsOf<AccountEvent>(nc, 'CREDITS', 'events.credits.account.*');
    return compare(runs, credits);
  } finally {
    await nc.close();
  }
};

const eventsOf = async <Event>(nc: NatsConnection, stream: string, filter: string): Promise<Event[]> => {
  const consumer = await nc.jetstream().consumers.get(stream, { filterSubjects: filter });
  const events: Event[] = [];
  let pending = (await consumer.info()).num_pending;
  while (pending > 0) {
    for await (const message of await consumer.fetch({ max_messages: 1_000, expires: 2_000 })) {
      const read: Commit = commit.parse(message.json());
      events.push(...(read.events as unknown as Event[]));
      pending = message.info.pending;
      if (pending === 0) break;
    }
  }
  return events;
};

/** How often something happened, by the operation that it happened to. */
const countsOf = (operations: readonly string[]): ((operation: string) => number) => {
  const counts = new Map<string, number>();
  for (const operation of operations) counts.set(operation, (counts.get(operation) ?? 0) + 1);
  return (operation) => counts.get(operation) ?? 0;
};

const compare = (runs: readonly RunEvent[], credits: readonly AccountEvent[]): Audit => {
  const runsThat = (type: RunEvent['type']) =>
    runs.filter((event) => event.type === type).map(({ data }) => `backtest:${data.runId}`);
  const creditsThat = (type: AccountEvent['type']) =>
    countsOf(
      credits.flatMap(({ type: is, data }) => (is === type && 'operationId' in data ? data.operationId : [])),
    );
  const counts = {
    completed: countsOf(runsThat('RunCompleted')),
    failed: countsOf(runsThat('RunFailed')),
    reserved: creditsThat('CreditsReserved'),
    captured: creditsThat('CreditsCaptured'),
    released: creditsThat('CreditsReleased'),
  };
  const problems = runsThat('RunStarted').flatMap((run) => {
    const completed = counts.completed(run);
    const failed = counts.failed(run);
    const reserved = counts.reserved(run);
    const captured = counts.captured(run);
    const released = counts.released(run);
    const endedOnce = completed + failed === 1;
    const chargedOnce = captured === completed && reserved <= 1;
    // What was never reserved may be released too: that keeps a late reservation out.
    const nothingHeld = captured + released >= reserved && captured + released <= 1;
    return endedOnce && chargedOnce && nothingHeld
      ? []
      : [JSON.stringify({ run, completed, failed, reserved, captured, released })];
  });
  return { completed: runsThat('RunCompleted').length, failed: runsThat('RunFailed').length, problems };
};
