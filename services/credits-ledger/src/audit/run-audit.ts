// Audits runs against credits: each completed run was charged its cost once, no other was charged.
import type { AccountEvent, RunEvent } from '@tradeium/contracts';
import type { Findings } from './findings.ts';

type Run = {
  startedAt: string | null;
  completed: number;
  failed: number;
  isErased: boolean;
  /** An agent's reply was charged for it, so the run itself costs nothing. */
  isPaid: boolean;
  /** In 10⁻⁶ VUT: the result's cost, and what the ledger captured. */
  charged: number;
  captured: number;
  reservations: number;
  captures: number;
  releases: number;
  /** When the ledger last changed it. */
  settledAt: string;
};

export type RunCounts = { readonly completed: number; readonly failed: number; readonly underWay: number };

export type RunAudit = {
  takeRun(events: readonly RunEvent[], at: string): void;
  takeAccount(events: readonly AccountEvent[], at: string): void;
  finish(now: string): RunCounts;
};

const HOUR_MS = 3_600_000;
/** A run may wait for its turn until its reservation expires, after seven days; that is settled an hour later at most. */
const ENDED_WITHIN_MS = (7 * 24 + 1) * HOUR_MS;
/** A run that was charged had been started: only what was started after runs were read may be unknown. */
const KNOWN_WITHIN_MS = 4 * HOUR_MS;

const PREFIX = 'backtest:';

/** Runs must be read before accounts, so that the settlement of every ended run is read after it. */
export const auditRuns = (findings: Findings): RunAudit => {
  const runs = new Map<string, Run>();
  const runOf = (runId: string): Run => {
    const run = runs.get(runId) ?? unknownRun();
    runs.set(runId, run);
    return run;
  };
  return {
    takeRun(events, at) {
      for (const { type, data } of events) {
        const run = runOf(data.runId);
        if (type === 'RunStarted') {
          run.startedAt = at;
          run.isPaid = data.isPaid === true;
        }
        if (type === 'RunFailed') run.failed += 1;
        if (type === 'RunErased') run.isErased = true;
        if (type !== 'RunCompleted') continue;
        run.completed += 1;
        run.charged += data.charged;
      }
    },
    takeAccount(events, at) {
      for (const { type, data } of events) {
        if (type !== 'CreditsReserved' && type !== 'CreditsCaptured' && type !== 'CreditsReleased') continue;
        if (!data.operationId.startsWith(PREFIX)) continue;
        const run = runOf(data.operationId.slice(PREFIX.length));
        run.settledAt = at;
        if (type === 'CreditsReserved') run.reservations += 1;
        if (type === 'CreditsReleased') run.releases += 1;
        if (type !== 'CreditsCaptured') continue;
        run.captures += 1;
        run.captured += data.amount;
      }
    },
    finish(now) {
      const before = (ms: number) => new Date(Date.parse(now) - ms).toISOString();
      const due = { ended: before(ENDED_WITHIN_MS), known: before(KNOWN_WITHIN_MS) };
      const counts = { completed: 0, failed: 0, underWay: 0 };
      for (const [runId, run] of runs) {
        findings.count('runs');
        counts.completed += run.completed;
        counts.failed += run.failed;
        if (run.startedAt !== null && !hasEnded(run)) counts.underWay += 1;
        for (const fault of faultsOf(run, due)) findings.problem('runs', `run ${runId}: ${fault}`);
      }
      return counts;
    },
  };
};

const unknownRun = (): Run => ({
  startedAt: null,
  completed: 0,
  failed: 0,
  isErased: false,
  isPaid: false,
  charged: 0,
  captured: 0,
  reservations: 0,
  captures: 0,
  releases: 0,
  settledAt: '',
});

const hasEnded = ({ completed, failed, isErased }: Run): boolean => completed + failed > 0 || isErased;

/** `due`: what was started before the one time should have ended, what was charged before the other is known. */
function* faultsOf(run: Run, due: { readonly ended: string; readonly known: string }): Generator<string> {
  const { startedAt, completed, failed, reservations, captures, releases } = run;
  if (completed + failed > 1) yield `ended ${completed + failed} times`;
  if (reservations > 1) yield `reserved ${reservations} times`;
  if (captures + releases > 1) yield `settled ${captures + releases} times`;
  if (run.isErased) return;
  if (!hasEnded(run)) {
    if (startedAt !== null && startedAt < due.ended) yield `started at ${startedAt} and has not ended`;
    if (startedAt === null && captures > 0 && run.settledAt < due.known)
      yield 'charged, and there is no such run';
    return;
  }
  if (run.isPaid && (reservations > 0 || run.charged > 0))
    yield 'was paid for before, and says that it was charged again';
  if (completed === 1 && captures === 0 && !run.isPaid) yield 'completed and not charged';
  if (completed === 1 && captures > 0 && run.charged !== run.captured)
    yield `says that ${run.charged} (10⁻⁶ VUT) were charged, the ledger took ${run.captured}`;
  if (completed === 0 && captures > 0) yield 'failed, and was charged';
  if (reservations > captures + releases) yield 'ended, and its credits are still held';
}
