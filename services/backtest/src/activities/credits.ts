// Reserves, captures and releases the credits of a run, always under the same operation id.
import { isRefusal, MESSAGES, QUOTE_CURRENCY, type Refusal } from '@tradeium/contracts';
import type { RequestClient, RequestContext } from '@tradeium/service-kit';
import { countBars } from '../candles/bars.ts';
import { costOf } from '../domain/cost.ts';
import { rangeOf } from '../domain/run.ts';
import type { RunActivities, RunReference } from '../workflows/run-reference.ts';
import type { ReportProgress } from './report-progress.ts';

/** Long after any run has ended; until then only its workflow settles a reservation. */
const RESERVATION_HOURS = 24;
const HOUR_MS = 3_600_000;
/** A ledger that was killed with the request in its hands is asked again after this. */
const ANSWER_TIMEOUT_MS = 3_000;

const operationOf = ({ runId }: RunReference): string => `backtest:${runId}`;

const contextOf = (run: RunReference, step: string): RequestContext => ({
  userId: run.userId,
  commandId: `${operationOf(run)}:${step}`,
  correlationId: run.runId,
});

/** The frame is at most all bars of the range times all coins. */
const mostCells = ({ settings }: RunReference): number => {
  const { fromMs, untilMs } = rangeOf(settings);
  const coins = settings.portfolio.filter((entry) => entry !== QUOTE_CURRENCY).length;
  return countBars(settings.timeframe, fromMs, untilMs) * coins;
};

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
        amount: costOf(mostCells(run)),
        purpose: 'backtest',
        expiresAt,
      },
      contextOf(run, 'reserve'),
      { timeoutMs: ANSWER_TIMEOUT_MS },
    );
    return isRefusal(result) ? unlessTemporary(result) : null;
  },

  captureCredits: async (run, cells) => {
    report(run, 'charging_credits', 0);
    const result = await client.request(
      MESSAGES.captureCredits,
      { accountId: run.userId, operationId: operationOf(run), amount: costOf(cells) },
      contextOf(run, 'capture'),
      { timeoutMs: ANSWER_TIMEOUT_MS },
    );
    if (isRefusal(result))
      throw new Error(`the credits of run ${run.runId} could not be captured: ${result.refused}`);
  },

  releaseCredits: async (run, reason) => {
    const result = await client.request(
      MESSAGES.releaseCredits,
      { accountId: run.userId, operationId: operationOf(run), reason },
      contextOf(run, 'release'),
      { timeoutMs: ANSWER_TIMEOUT_MS },
    );
    // Nothing was reserved when the reservation itself was refused.
    if (isRefusal(result) && unlessTemporary(result).refused !== 'RESERVATION_UNKNOWN') {
      throw new Error(`the credits of run ${run.runId} could not be released: ${result.refused}`);
    }
  },
});
