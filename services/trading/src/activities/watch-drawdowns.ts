// Values deployments with a drawdown stop by prices, and looks at the accounts of those that have crossed a line.
import { isRefusal, QUOTE_CURRENCY } from '@tradeium/contracts';
import { beat } from '@tradeium/service-kit/while-beating';
import { type CreatedDeployment, managedAssets } from '../domain/deployment-state.ts';
import { isWatched, needsLook } from '../domain/watch.ts';
import { pricesAt } from '../rebalances/exchange-accounts.ts';
import { reconcile } from '../rebalances/reconcile.ts';
import type { WatchActivities } from '../workflows/watch-drawdowns-contract.ts';
import { eachLiving, type LivingParts } from './each-living.ts';
import type { RebalanceParts } from './run-rebalance.ts';
import { withAccount } from './with-account.ts';

/** In a fall of all prices many cross a line at once. */
const LOOKS_AT_ONCE = 20;

type Parts = RebalanceParts & LivingParts;

/** Those that trade at one exchange share its prices: one request, however many they are. */
const byMarket = (deployments: readonly CreatedDeployment[]): CreatedDeployment[][] =>
  Object.values(
    Object.groupBy(deployments, ({ created: { mode, exchange, isTestnet } }) =>
      JSON.stringify([mode, exchange, isTestnet]),
    ),
  ).flatMap((group) => (group ? [group] : []));

const crossedIn = async (parts: Parts, group: readonly CreatedDeployment[]): Promise<CreatedDeployment[]> => {
  const [first] = group;
  if (!first) return [];
  const coins = new Set(group.flatMap(managedAssets));
  coins.delete(QUOTE_CURRENCY);
  const prices = await pricesAt(parts, first.created, [...coins]);
  return group.filter((deployment) => needsLook(deployment, prices));
};

/** A real look at the account decides: what prices say rests on what it held last. */
const look = async (parts: Parts, deployment: CreatedDeployment): Promise<boolean> => {
  const { created } = deployment;
  const { deploymentId } = created;
  beat();
  const dependencies = {
    ...parts,
    patienceMs: 0,
    goneAfterMs: parts.config.ORDER_GONE_AFTER_MS,
    onWait: beat,
    seeksStrays: false,
    cause: `watch-${deploymentId}-${parts.now().getTime()}`,
  };
  try {
    const looked = await withAccount(parts, created, (account) =>
      reconcile(dependencies, account, deployment),
    );
    if (isRefusal(looked)) throw new Error(looked.refused);
    return true;
  } catch (err) {
    parts.log.warn({ err, deploymentId }, 'a deployment near its drawdown stop could not be looked at');
    return false;
  }
};

export const watchActivities = (parts: Parts): WatchActivities => ({
  watchDrawdowns: async () => {
    const watched: CreatedDeployment[] = [];
    const { failed } = await eachLiving(
      parts,
      'a deployment could not be watched',
      async (deployment) => isWatched(deployment) && watched.push(deployment) > 0,
      'with-stop',
    );
    const crossed = await Promise.allSettled(byMarket(watched).map((group) => crossedIn(parts, group)));
    const silent = crossed.find(({ status }) => status === 'rejected');
    if (silent?.status === 'rejected') parts.log.warn({ err: silent.reason }, 'an exchange gave no prices');
    const due = crossed.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    let looked = 0;
    for (let from = 0; from < due.length; from += LOOKS_AT_ONCE) {
      const looks = due.slice(from, from + LOOKS_AT_ONCE).map((deployment) => look(parts, deployment));
      looked += (await Promise.all(looks)).filter(Boolean).length;
    }
    return { watched: watched.length, looked, failed: failed + due.length - looked };
  },
});
