// Asks the payment provider about every open purchase, so that a lost notice costs minutes and no money.
import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { ReconcileActivities, Reconciled, Round } from './reconcile-payments-contract.ts';

const { reconcilePage } = proxyActivities<ReconcileActivities>({
  startToCloseTimeout: '10 min',
  heartbeatTimeout: '1 min',
  retry: { initialInterval: '5 s', maximumAttempts: 3 },
});

/** After this many pages, or this long, the next run continues. */
const PAGES_MAX = 100;
const RUN_MS = 30 * 60_000;

const hourOf = (time: string): string => time.slice(0, '2026-01-01T00'.length);

const nextRound = (before: Reconciled | undefined, now: string): Round =>
  before?.rest ?? {
    startedAt: now,
    includesQuiet: before === undefined || hourOf(before.startedAt) !== hourOf(now),
    after: '',
  };

/** Continues from the result of the schedule's last run. `now` is ISO 8601. */
export const reconcilePayments = async (
  now = new Date().toISOString(),
  before = workflowInfo().lastResult as Reconciled | undefined,
): Promise<Reconciled> => {
  const round = nextRound(before, now);
  const untilMs = Date.now() + RUN_MS;
  let asked = 0;
  let failed = 0;
  let rest: Round | null = round;
  for (let page = 0; page < PAGES_MAX && rest !== null && Date.now() < untilMs; page += 1) {
    const done: Awaited<ReturnType<ReconcileActivities['reconcilePage']>> = await reconcilePage(rest);
    asked += done.asked;
    failed += done.failed;
    rest = done.rest;
    if (done.isAway) break;
  }
  return { asked, failed, startedAt: round.startedAt, rest };
};
