// Recomputes the live twins that a closed bar or a rebalance has outdated.
import { TIMEFRAMES } from '@tradeium/contracts';
import { beat, whileBeating } from '@tradeium/service-kit/while-beating';
import { newestClose } from '../domain/bar-times.ts';
import type { LivingRange } from '../projections/deployments.ts';
import { refreshTwin, TWIN_AFTER_CLOSE_MS, type TwinDependencies } from '../twin/refresh-twin.ts';
import type { TwinTask } from '../twin/twin-thread.ts';
import type { TwinThreads } from '../twin/twin-threads.ts';
import { REFRESH_TWINS, type TwinActivities } from '../workflows/refresh-twins-contract.ts';
import { eachLiving, type LivingParts } from './each-living.ts';

type Parts = LivingParts &
  Omit<TwinDependencies, 'onWait' | 'makeTwin'> & { readonly twinThreads: Pick<TwinThreads, 'make'> };

const LOOK_MS = REFRESH_TWINS.everyMinutes * 60_000;
const HOUR_MS = 3_600_000;
/** A twin that failed at one look is tried again at the next ones. */
const LOOKED_BACK_MS = 4 * LOOK_MS;

/**
 * Which deployments may have an old twin: those on a bar that has closed or with a rebalance that has ended since. Once an
 * hour it is all of them, so that nothing is missed after an outage.
 */
export const oldTwinsAt = (now: Date): LivingRange | undefined => {
  const nowMs = now.getTime();
  const sinceClose = nowMs - TWIN_AFTER_CLOSE_MS;
  if (sinceClose % HOUR_MS < LOOK_MS) return undefined;
  return {
    timeframes: TIMEFRAMES.filter((each) => sinceClose - newestClose(each, sinceClose) < LOOKED_BACK_MS),
    rebalancedSince: new Date(nowMs - LOOKED_BACK_MS).toISOString(),
  };
};

export const twinActivities = (parts: Parts): TwinActivities => ({
  refreshTwins: async () => {
    const makeTwin = (task: TwinTask) => whileBeating(() => parts.twinThreads.make(task));
    const dependencies = { ...parts, onWait: beat, makeTwin };
    const { done: refreshed, failed } = await eachLiving(
      parts,
      'a live twin could not be made',
      (deployment) => refreshTwin(dependencies, deployment),
      oldTwinsAt(parts.now()),
    );
    return { refreshed, failed };
  },
});
