// Reserves, captures and releases the credits of a run, always under the same operation id.
import { costOfCells, estimateRunCost, isRefusal, MESSAGES, type Refusal, refuse } from '@tradeium/contracts';
import type { RequestClient, RequestContext } from '@tradeium/service-kit';
import type { RunActivities, RunReference } from '../workflows/run-reference.ts';
import type { ReportProgress } from './report-progress.ts';

/** Long after any run has ended; until then only its workflow settles a reservation. */
const RESERVATION_HOURS = 3;
const HOUR_MS = 3_600_000;
/** A ledger that was killed with the request in its hands is asked again after this. */
const ANSWER_TIMEOUT_MS = 3_000;

const operationOf = ({ runId }: RunReference): string => `backtest:${runId}`;

const contextOf = (run: RunReference, step: string): RequestContext => ({
  userId: run.userId,
  commandId: `${operationOf(run)}:${step}`,
  correlationId: run.runId,
});

/** A refusal that trying again may overcome is thrown; the others are for the caller. */
const unlessTemporary = (refusal: Refusal): Refusal => {
  if (
    refusal.refused !== 'SERVICE_UNAVAILABLE' &&
    refusal.refused !== 'INTERNAL' &&
    refusal.refused !== 'CONCURRENT_CHANGE'
  )
    return refusal;
  throw new Error(`the credits ledger answered ${refusal.refused}`);
};

export const creditActivities = (
  client: RequestClient,
  report: ReportProgress,
): Pick<RunActivities, 'reserveCredits' | 'captureCredits' | 'releaseCredits'> => ({
  reserveCredits: async (run) => {
    report(run, 'reserving_credits', 0);
    const expiresAt = new Date(Date.parse(run.startedAt) + RESERVATION_HOURS * HOUR_MS).toISOString();
    const result = await client.request(
      MESSAGES.reserveCredits,
      {
        accountId: run.userId,
        operationId: operationOf(run),
        amount: estimateRunCost(run.settings),
        purpose: 'backtest',
        expiresAt,
      },
      contextOf(run, 'reserve'),
      { timeoutMs: ANSWER_TIMEOUT_MS },
    );
    if (!isRefusal(result)) return null;
    // It was begun only when its reservation was over: for its author it has failed like any other.
    return result.refused === 'RESERVATION_EXPIRED' ? refuse('RUN_FAILED') : unlessTemporary(result);
  },

  captureCredits: async (run, cells) => {
    report(run, 'charging_credits', 0);
    const result = await client.request(
      MESSAGES.captureCredits,
      { accountId: run.userId, operationId: operationOf(run), amount: costOfCells(cells) },
      contextOf(run, 'capture'),
      { timeoutMs: ANSWER_TIMEOUT_MS },
    );
    return isRefusal(result) ? unlessTemporary(result) : null;
  },

  releaseCredits: async (run, reason) => {
    const result = await client.request(
      MESSAGES.releaseCredits,
      { accountId: run.userId, operationId: operationOf(run), reason },
      contextOf(run, 'release'),
      { timeoutMs: ANSWER_TIMEOUT_MS },
    );
    // Refused for good, there is nothing to give back; whether that is right, an audit of the ledger tells.
    if (isRefusal(result)) unlessTemporary(result);
  },
});
