// Runs backtests that the API refuses (more coins than a portfolio may have): everything but that check is the product.
import { randomUUID } from 'node:crypto';
import { type RunProgress, type RunSettings, runProgressSubject } from '@tradeium/contracts';
import { openAggregates } from '@tradeium/event-store';
import { type Blobs, openLog } from '@tradeium/service-kit';
import type { NatsConnection } from 'nats';
import type { RegisteredUser } from '../../e2e/api-client.ts';
import { decideRun, runAggregate } from '../../services/backtest/src/domain/run.ts';

/** The first run on a coin fetches years of candles. */
const RUN_TIMEOUT_MS = 10 * 60_000;

export type FinishedRun = {
  runId: string;
  totalMs: number;
  /** When each step began, in ms after the start. */
  steps: ReadonlyMap<RunProgress['step'], number>;
  finalValue: number;
  /** Names of the files in its folder. */
  files: string[];
};

/** Runs a strategy's source to its end; throws when it fails. */
export type Execute = (source: string, settings: RunSettings) => Promise<FinishedRun>;

/** Starts runs as the service does, by writing their start; `blobs` is the product's store. */
export const belowApi = async (nc: NatsConnection, blobs: Blobs, user: RegisteredUser): Promise<Execute> => {
  const { id: chatId } = await user.get('createChat', { name: 'Below the API' });
  const runs = openAggregates({ nc, log: openLog('bench', 'error'), now: () => new Date() }, runAggregate);
  const { userId } = user;
  return async (source, settings) => {
    const runId = randomUUID();
    const code = await blobs.put(Buffer.from(source));
    const strategy = {
      strategyFilename: 'strategy.py',
      strategyVersion: 1,
      code,
      privateStrategyId: null,
      parameters: {},
    };
    const data = { runId, chatId, userId, ...strategy, settings };
    const startedAt = performance.now();
    const ended = runEndOf(nc, runId, startedAt);
    const started = await runs.execute(runId, { commandId: `start:${runId}`, userId }, (run) =>
      decideRun({ type: 'StartRun', data }, run),
    );
    if (!started.ok) throw new Error(`the run was not started: ${started.refusal.refused}`);
    const steps = await ended;
    const totalMs = performance.now() - startedAt;
    const { state } = await runs.load(runId);
    if (state.status !== 'ended' || state.outcome.status !== 'completed')
      throw new Error(`the run failed: ${JSON.stringify(state)}`);
    const { files } = state.outcome;
    const statistics = files.find(({ filename }) => filename === 'Statistics');
    const text = await blobs.get(statistics?.digest ?? '');
    const { final_value: finalValue } = JSON.parse(text.toString()) as { final_value: number };
    return { runId, totalMs, steps, finalValue, files: files.map(({ filename }) => filename) };
  };
};

/** Resolves with the times of the steps when the run's end is published. */
const runEndOf = (nc: NatsConnection, runId: string, startedAt: number): Promise<FinishedRun['steps']> => {
  const steps = new Map<RunProgress['step'], number>();
  const { promise, resolve, reject } = Promise.withResolvers<typeof steps>();
  const timer = setTimeout(() => reject(new Error('the run did not end in time')), RUN_TIMEOUT_MS);
  const subscription = nc.subscribe(runProgressSubject(runId), {
    callback: (_, message) => {
      const { step, status } = message.json<RunProgress>();
      if (!steps.has(step)) steps.set(step, performance.now() - startedAt);
      if (status !== 'running') resolve(steps);
    },
  });
  return promise.finally(() => {
    clearTimeout(timer);
    subscription.unsubscribe();
  });
};
