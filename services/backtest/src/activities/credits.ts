// Holds the credits of a run: reserved before it starts, then captured or released under the same hold.
import { costOfCells, estimateRunCost, isRefusal, refuse } from '@tradeium/contracts';
import { type CreditHold, openCreditHolds } from '@tradeium/credit-hold';
import type { RequestClient } from '@tradeium/service-kit';
import type { RunActivities, RunReference } from '../workflows/run-backtest-contract.ts';
import type { ReportProgress } from './report-progress.ts';

/** A run waits its turn however long: the most the ledger allows, less an hour in which clocks may differ. */
const RESERVATION_HOURS = 7 * 24 - 1;
const HOUR_MS = 3_600_000;

/** When the credits of a run or a study are free again, however it goes on (ISO 8601). */
export const reservedUntil = (startedAt: string): string =>
  new Date(Date.parse(startedAt) + RESERVATION_HOURS * HOUR_MS).toISOString();

export const creditActivities = (
  client: RequestClient,
  report: ReportProgress,
): Pick<RunActivities, 'reserveCredits' | 'captureCredits' | 'releaseCredits'> => {
  const holds = openCreditHolds(client);
  const holdOf = ({ runId, userId }: RunReference): CreditHold =>
    holds.hold({ holdId: `backtest:${runId}`, userId, correlationId: runId });
  return {
    reserveCredits: async (run) => {
      report(run, 'reserving_credits', 0);
      const expiresAt = reservedUntil(run.startedAt);
      const amount = estimateRunCost(run.settings);
      const held = await holdOf(run).reserve({ amount, purpose: 'backtest', expiresAt });
      if (!isRefusal(held)) return null;
      // The run started after its reservation had expired: for its author it failed like any other.
      return held.refused === 'RESERVATION_EXPIRED' ? refuse('RUN_FAILED') : held;
    },

    captureCredits: async (run, cells) => {
      report(run, 'charging_credits', 0);
      const captured = await holdOf(run).capture(costOfCells(cells));
      return isRefusal(captured) ? captured : null;
    },

    releaseCredits: async (run, reason) => {
      // A refusal means that there is nothing to release; the ledger's audit checks that this is right.
      await holdOf(run).release(reason);
    },
  };
};
