// The side effects of a rebalance, each safe to repeat.
import {
  ERRORS,
  type ErrorCode,
  isRefusal,
  type Refusal,
  refusalText,
  refuse,
  TIMEFRAME_MS,
} from '@tradeium/contracts';
import type { CreditHolds } from '@tradeium/credit-hold';
import type { Log } from '@tradeium/service-kit';
import { beat, whileBeating } from '@tradeium/service-kit/while-beating';
import type { Stores } from '../aggregates.ts';
import { endReplaced } from '../commands/end-deployments.ts';
import { takePlace } from '../commands/places.ts';
import { loadDeployment } from '../deployments/find-deployment.ts';
import { sellPlaceRefusal } from '../deployments/sell-place.ts';
import { decidesAfter, isDueAt, newestClose } from '../domain/bar-times.ts';
import { type CreatedDeployment, isCreated, isRealMoney, isUnsettled } from '../domain/deployment-state.ts';
import { legsOf } from '../domain/planned-orders.ts';
import { idsOf, plannedSells } from '../domain/rebalance.ts';
import { isCharged } from '../domain/rebalance-price.ts';
import { isStoppedFor, soldNow } from '../domain/sell.ts';
import { notSelling, notSending, notTrading } from '../domain/trading-refusal.ts';
import type { Accounts } from '../rebalances/exchange-accounts.ts';
import { lookUpOrder } from '../rebalances/look-up-order.ts';
import { buysFor, planFor } from '../rebalances/make-plan.ts';
import { rebalanceIdOf } from '../rebalances/order-ids.ts';
import { type Decided, planFact } from '../rebalances/plan-fact.ts';
import { reconcile } from '../rebalances/reconcile.ts';
import { saleOf } from '../rebalances/sale.ts';
import { sendOrder } from '../rebalances/send-order.ts';
import { type Purpose, targetWeights, type WeightsDependencies } from '../rebalances/target-weights.ts';
import { whileSending } from '../rebalances/while-sending.ts';
import type { Failure, Leg, RebalanceActivities, RebalanceJob } from '../workflows/rebalance-contract.ts';
import { noticeUnsold } from './notice-unsold.ts';
import { chargeFor, reserveFor } from './rebalance-credits.ts';
import { withAccount } from './with-account.ts';

export type RebalanceParts = Accounts &
  WeightsDependencies & {
    readonly deployments: Stores['deployments'];
    readonly traders: Stores['traders'];
    readonly holds: CreditHolds;
    readonly notices: Stores['notices'];
    readonly now: () => Date;
    readonly log: Log;
    readonly config: {
      readonly TRADING_HALTED: boolean;
      readonly LOOK_UP_PATIENCE_MS: number;
      readonly ORDER_GONE_AFTER_MS: number;
    };
  };

/** Refusals of the exchange or backtest that may pass: the activity is tried again. */
const PASSING = ['SERVICE_UNAVAILABLE', 'CONCURRENT_CHANGE', 'INTERNAL'];

/** Throws a refusal that may pass, so that the activity is tried again. */
const throwIfPassing = ({ refused }: Refusal): void => {
  if (PASSING.includes(refused)) throw new Error(`refused for now: ${refused}`);
};

/** A refusal that stays is a failure of the rebalance. */
const failureOf = (refusal: Refusal): Failure => {
  throwIfPassing(refusal);
  return { code: refusal.refused, detail: refusalText(refusal) };
};

/** The deployment as it is now; a step loads it once, as it begins. */
const mustLoad = async (parts: RebalanceParts, job: RebalanceJob): Promise<CreatedDeployment> => {
  const deployment = await loadDeployment(parts, job.userId, job.deploymentId);
  if (isRefusal(deployment)) throw new Error(`no deployment ${job.deploymentId}`);
  return deployment;
};

/** A step of a rebalance, which works on its deployment. */
const stepOf =
  (parts: RebalanceParts) =>
  <Rest extends unknown[], Result>(
    work: (deployment: CreatedDeployment, job: RebalanceJob, ...rest: Rest) => Promise<Result>,
  ) =>
  async (job: RebalanceJob, ...rest: Rest): Promise<Result> =>
    work(await mustLoad(parts, job), job, ...rest);

const commandOf = ({ rebalanceId }: RebalanceJob, step: string) => ({
  commandId: `${step}:${rebalanceId}`,
  correlationId: rebalanceId,
});

const nowOf = ({ now }: RebalanceParts): string => now().toISOString();

const WEIGHTS_PATIENCE_MS = 300_000;
/**
 * Real money goes before everything else and is never refused for lack of free time, but only on its schedule, once for a bar:
 * what users can repeat at will counts.
 */
const purposeOf = ({ created }: CreatedDeployment, { kind }: RebalanceJob): Purpose =>
  kind === 'scheduled' && isRealMoney(created) ? 'live' : 'paper';

const lookUpDependencies = (parts: RebalanceParts) => ({
  ...parts,
  patienceMs: parts.config.LOOK_UP_PATIENCE_MS,
  goneAfterMs: parts.config.ORDER_GONE_AFTER_MS,
  onWait: beat,
});

/** The target weights; null: the strategy has decided nothing. A sell needs no strategy. */
const decide = async (
  parts: RebalanceParts,
  deployment: CreatedDeployment,
  job: RebalanceJob,
): Promise<Decided | Refusal | null> => {
  const sold = soldNow(deployment);
  if (sold) return saleOf(sold, job.barClose);
  const barCloseMs = Date.parse(job.barClose);
  const decidedAfterMs = job.kind === 'manual' ? null : decidesAfter(deployment, barCloseMs);
  const patience = { onWait: beat, patienceMs: WEIGHTS_PATIENCE_MS };
  const asked = { requestId: job.rebalanceId, purpose: purposeOf(deployment, job), decidedAfterMs } as const;
  const bar = { barCloseMs, ...patience };
  const look = async () => notSending(await mustLoad(parts, job), job.rebalanceId);
  const target = await whileBeating(() =>
    whileSending(look, (signal) => targetWeights(parts, deployment.created, { ...asked, ...bar, signal })),
  );
  if (isRefusal(target)) return target;
  const { weights } = target;
  return weights === null ? null : { ...target, weights };
};

const planActivities = (
  parts: RebalanceParts,
): Pick<RebalanceActivities, 'planRebalance' | 'planBuys' | 'reconcileAccount'> => ({
  reconcileAccount: stepOf(parts)(async (deployment, job) => {
    const reconciled = await withAccount(parts, deployment.created, (account) =>
      reconcile({ ...lookUpDependencies(parts), cause: job.rebalanceId }, account, deployment),
    );
    if (isRefusal(reconciled)) return failureOf(reconciled);
    const refusal = (job.kind === 'sell' ? notSelling : notTrading)(reconciled.state);
    return refusal ? failureOf(refusal) : null;
  }),

  planRebalance: stepOf(parts)(async (deployment, job) => {
    const { created, open } = deployment;
    if (open?.plan) return { sells: legsOf(open.plan.sells) };
    const decided = await decide(parts, deployment, job);
    if (decided === null) return null;
    if (isRefusal(decided)) return { failure: failureOf(decided) };
    // The weights may have taken minutes, in which the limits may have changed.
    const current = await mustLoad(parts, job);
    const planned = await withAccount(parts, created, (account) =>
      planFor(account, current, decided.weights, nowOf(parts), soldNow(current)),
    );
    if (isRefusal(planned)) return { failure: failureOf(planned) };
    const data = planFact(idsOf(job), planned, decided, job.barClose);
    const command = { type: 'PlanRebalance', ...idsOf(job), data, seen: planned.seen } as const;
    const changed = await parts.deployments.change(job.deploymentId, command, {
      ...commandOf(job, 'plan'),
      input: { job },
    });
    if (isRefusal(changed)) return { failure: failureOf(changed) };
    const sells = plannedSells(changed.state, job.rebalanceId);
    return isRefusal(sells) ? { failure: failureOf(sells) } : { sells: legsOf(sells) };
  }),

  planBuys: stepOf(parts)(async (deployment) => {
    const { created, open } = deployment;
    const wanted = open?.plan?.wantedBuys ?? [];
    if (wanted.length === 0) return { buys: [] };
    const fitted = await withAccount(parts, created, (account) =>
      buysFor(account, deployment, wanted, nowOf(parts)),
    );
    if (isRefusal(fitted)) return { failure: failureOf(fitted) };
    return { buys: legsOf(fitted.buys) };
  }),
});

const orderActivities = (parts: RebalanceParts): Pick<RebalanceActivities, 'sendOrder' | 'lookUpOrder'> => ({
  sendOrder: stepOf(parts)(async ({ created, open }, job, leg: Leg) => {
    if (!open?.plan) return { kind: 'refused', failure: failureOf(refuse('REBALANCE_FAILED')) };
    const dependencies = { ...parts, isHalted: parts.config.TRADING_HALTED };
    const outcome = await withAccount(parts, created, (account) =>
      sendOrder(dependencies, account, job, leg),
    );
    return 'refused' in outcome ? { kind: 'refused', failure: failureOf(outcome) } : outcome;
  }),

  lookUpOrder: stepOf(parts)(async ({ created, orders }, job, leg: Leg) => {
    const order = Object.values(orders).find(
      (each) => each.rebalanceId === job.rebalanceId && each.leg === leg.name && isUnsettled(each),
    );
    if (!order) return true;
    const found = await withAccount(parts, created, (account) =>
      lookUpOrder(lookUpDependencies(parts), account, job, order),
    );
    return found === true;
  }),
});

/** A code of the catalogue has words of its own. */
const inWords = (failure: Failure | null): Failure | null => {
  if (failure === null) return null;
  const { code, detail, data } = failure;
  if (detail !== '' || !(code in ERRORS)) return { code, detail };
  return { code, detail: refusalText(refuse(code as ErrorCode, data)) };
};

/** A deployment that trades has its place, and what had it before has ended. */
const placeRefusal = async (
  parts: RebalanceParts,
  deployment: CreatedDeployment,
  job: RebalanceJob,
): Promise<Refusal | undefined> => {
  if (job.isByDrawdown && !isStoppedFor(deployment, job.stop)) return refuse('SELL_OVERTAKEN');
  if (deployment.status !== 'active')
    return job.kind === 'sell' ? sellPlaceRefusal(parts, deployment) : undefined;
  const taken = await takePlace(parts, job, deployment, commandOf(job, 'place'));
  if (isRefusal(taken)) return taken;
  return endReplaced(parts, job.userId, taken.state, { correlationId: job.rebalanceId });
};

export const rebalanceActivities = (parts: RebalanceParts): RebalanceActivities => ({
  ...planActivities(parts),
  ...orderActivities(parts),

  dueRebalance: async ({ userId, deploymentId }, scheduledAtMs) => {
    const deployment = await loadDeployment(parts, userId, deploymentId);
    if (isRefusal(deployment)) return null;
    const { timeframe } = deployment.created.settings;
    const barCloseMs = newestClose(timeframe, scheduledAtMs);
    if (parts.now().getTime() - scheduledAtMs > TIMEFRAME_MS[timeframe] / 2) return null;
    if (!isDueAt(deployment, barCloseMs)) return null;
    const barClose = new Date(barCloseMs).toISOString();
    const rebalanceId = rebalanceIdOf(deploymentId, { barClose });
    return { userId, deploymentId, rebalanceId, kind: 'scheduled', barClose };
  },

  beginRebalance: stepOf(parts)(async (deployment, job) => {
    if (parts.config.TRADING_HALTED) return { refused: 'TRADING_HALTED' };
    const unplaced = await placeRefusal(parts, deployment, job);
    if (unplaced) {
      throwIfPassing(unplaced);
      return unplaced;
    }
    const { kind, barClose, coins } = job;
    const command = {
      type: 'StartRebalance',
      ...idsOf(job),
      kind,
      barClose,
      ...(coins && { coins }),
    } as const;
    const changed = await parts.deployments.change(job.deploymentId, command, commandOf(job, 'start'));
    if (!isRefusal(changed)) {
      const { open, status } = changed.state;
      if (open?.rebalanceId === job.rebalanceId) return null;
      // Its mandate has expired, or it has ended: a repeated start of a rebalance of long ago.
      return { refused: status === 'paused' ? 'DEPLOYMENT_PAUSED' : 'REBALANCE_IN_PROGRESS' };
    }
    throwIfPassing(changed);
    return changed;
  }),

  noticeUnsold: (job, refusal) => noticeUnsold(parts, job, refusal),

  reserveCredits: stepOf(parts)(async ({ open, created }, job) => {
    // It has ended: nobody waits for this attempt.
    if (open?.rebalanceId !== job.rebalanceId) return refuse('REBALANCE_FAILED');
    return reserveFor(parts, job, { mode: created.mode, startedAt: open.startedAt });
  }),

  endRebalance: stepOf(parts)(async (deployment, job, failure: Failure | null) => {
    if (deployment.open?.rebalanceId !== job.rebalanceId) return;
    const { mode } = deployment.created;
    const charged = await chargeFor(parts, job, {
      mode,
      isCharged: isCharged(deployment, job.rebalanceId),
    });
    const command = { type: 'EndRebalance', ...idsOf(job), charged, failure: inWords(failure) } as const;
    const ended = await parts.deployments.change(job.deploymentId, command, {
      ...commandOf(job, 'end'),
      input: { job },
    });
    if (isRefusal(ended)) throwIfPassing(ended);
    const left = !isRefusal(ended) && isCreated(ended.state) ? ended.state : deployment;
    // The value now; the next hour does the same where the exchange is down.
    await withAccount(parts, deployment.created, (account) =>
      reconcile(
        { ...lookUpDependencies(parts), patienceMs: 0, seeksStrays: false, cause: `${job.rebalanceId}-end` },
        account,
        left,
      ),
    ).catch((cause: unknown) =>
      parts.log.warn(
        { err: cause, deploymentId: job.deploymentId },
        'an account was not valued after a rebalance',
      ),
    );
  }),
});
