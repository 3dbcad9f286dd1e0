// Makes the live twins anew that a closed bar or a rebalance has made old.
import { refreshTwin, type TwinDeps } from '../twin/refresh-twin.ts';
import type { TwinActivities } from '../workflows/refresh-twins-contract.ts';
import { eachLiving, type LivingParts } from './each-living.ts';
import { beat } from './while-beating.ts';

type Parts = LivingParts & Omit<TwinDeps, 'onWait'>;

export const twinActivities = (parts: Parts): TwinActivities => ({
  refreshTwins: async () => {
    const deps = { ...parts, onWait: beat };
    const { done: refreshed, failed } = await eachLiving(
      parts,
      'a live twin could not be made',
      (deployment) => refreshTwin(deps, deployment),
    );
    return { refreshed, failed };
  },
});
