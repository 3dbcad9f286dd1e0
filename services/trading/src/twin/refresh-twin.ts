// Recomputes the live twin of a deployment when a bar has closed or a rebalance has ended since; trading is not affected.
import { isRefusal, type Refusal, refusalText } from '@tradeium/contracts';
import { newestClose } from '../domain/bar-times.ts';
import type { CreatedDeployment } from '../domain/deployment-state.ts';
import { type FactModel, factPages } from '../projections/live-facts.ts';
import { coinsOf } from '../rebalances/make-plan.ts';
import { rebalanceIdOf } from '../rebalances/order-ids.ts';
import { type WeightsDependencies, weightsUpTo } from '../rebalances/target-weights.ts';
import type { Twin } from './compute-twin.ts';
import { type GatheredFacts, gatherFacts } from './gathered-facts.ts';
import type { KeptTwin, TwinStore } from './kept-twin.ts';
import type { TwinTask } from './twin-thread.ts';

export type TwinDependencies = WeightsDependencies & {
  readonly twinStore: TwinStore;
  readonly factModel: FactModel;
  /** Makes a twin in another thread. */
  readonly makeTwin: (task: TwinTask) => Promise<Twin>;
  /** True if the read models have what the events have. */
  readonly caughtUp: (timeoutMs: number) => Promise<boolean>;
  readonly now: () => Date;
  readonly onWait: () => void;
};

/** Rebalances and changes from outside that one twin follows: more than two years of hourly ones. */
const FACTS_MAX = 20_000;
const PATIENCE_MS = 120_000;
const CATCH_UP_MS = 5_000;
/** Rebalances go first: the computation of the bar is theirs, and the twin finds it done. */
export const TWIN_AFTER_CLOSE_MS = 90_000;

const UNEXPECTED = 'The live twin could not be made';
const TOO_LONG = 'The deployment has traded too often to be followed';

/** The inputs of a due twin; null while there is nothing to make. */
const dueFor = ({ created, open, lastRebalanceAt }: CreatedDeployment, now: Date) => {
  if (open || lastRebalanceAt === null) return null;
  const barCloseMs = newestClose(created.settings.timeframe, now.getTime() - TWIN_AFTER_CLOSE_MS);
  return { barCloseMs, barClose: new Date(barCloseMs).toISOString(), lastRebalanceAt };
};

type Due = NonNullable<ReturnType<typeof dueFor>>;

const isDone = (kept: KeptTwin | null, { barClose, lastRebalanceAt }: Due): boolean =>
  kept !== null && kept.barClose === barClose && kept.lastRebalanceAt === lastRebalanceAt;

/** A rebalance on this bar has had everything computed; without one the twin asks, once for the bar. */
const requestOf = ({ onBar }: GatheredFacts, deploymentId: string, { barClose }: Due): string =>
  onBar ?? `twin-${rebalanceIdOf(deploymentId, { barClose })}`;

/** One that passes is looked at again; any other stays until the next bar. */
type Problem = { readonly problem: string; readonly passes: boolean };

const problemOf = (refusal: Refusal): Problem => {
  if (refusal.refused === 'SERVICE_UNAVAILABLE') throw new Error('backtest cannot be asked now');
  return { problem: refusalText(refusal), passes: refusal.refused === 'FAILED_RUNS_LIMIT' };
};

/** Null before the first rebalance that was planned, and while it is not known what was traded. */
const make = async (
  dependencies: TwinDependencies,
  { created }: CreatedDeployment,
  due: Due,
): Promise<Twin | Problem | null> => {
  if (!(await dependencies.caughtUp(CATCH_UP_MS))) return null;
  const { deploymentId, settings } = created;
  const pages = factPages(dependencies.factModel, deploymentId, FACTS_MAX + 1);
  const facts = await gatherFacts(pages, due.barClose);
  if (facts.count > FACTS_MAX) return { problem: TOO_LONG, passes: false };
  if (facts.startedAt === null) return null;
  const task = { facts: facts.packed, settings, coins: coinsOf(created) };
  if (due.barCloseMs <= facts.startedAt) return dependencies.makeTwin({ ...task, market: null });
  const found = await weightsUpTo(dependencies, created, {
    requestId: requestOf(facts, deploymentId, due),
    purpose: 'paper',
    barCloseMs: due.barCloseMs,
    onWait: dependencies.onWait,
    patienceMs: PATIENCE_MS,
  });
  if (isRefusal(found)) return problemOf(found);
  const [candles, weights] = await Promise.all([
    dependencies.blobs.path(found.computed.candles),
    dependencies.blobs.path(found.computed.weights),
  ]);
  return dependencies.makeTwin({ ...task, market: { paths: { candles, weights }, untilMs: due.barCloseMs } });
};

/** A twin that cannot be made says why, and is tried again with the next bar; after an accident or a passing fault, at the next look. */
export const refreshTwin = async (
  dependencies: TwinDependencies,
  deployment: CreatedDeployment,
): Promise<boolean> => {
  const { userId, deploymentId } = deployment.created;
  const due = dueFor(deployment, dependencies.now());
  if (!due) return false;
  const kept = await dependencies.twinStore.find(userId, deploymentId);
  if (isDone(kept, due)) return false;
  const { barClose, lastRebalanceAt } = due;
  const keep = (twin: Omit<KeptTwin, 'barClose' | 'lastRebalanceAt'>, of: string) =>
    dependencies.twinStore.put(userId, deploymentId, { barClose: of, lastRebalanceAt, ...twin });
  const before = { values: kept?.values ?? [], gap: kept?.gap ?? null };
  const made = await make(dependencies, deployment, due).catch(async (cause: unknown) => {
    await keep({ ...before, problem: UNEXPECTED }, '');
    throw cause;
  });
  if (made === null) return false;
  if ('problem' in made) await keep({ ...before, problem: made.problem }, made.passes ? '' : barClose);
  else {
    const values = made.values.map(({ at, index }): [number, number] => [at, index]);
    await keep({ values, gap: made.gap, problem: null }, barClose);
  }
  return true;
};
