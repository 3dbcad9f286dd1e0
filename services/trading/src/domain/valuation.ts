// Decisions on what an account holds and is worth: what others did there, performance without it, the drawdown stop.
import { type DeploymentEvent, type OutsideUsdt, QUOTE_CURRENCY } from '@tradeium/contracts';
import { subtractDecimals, unitsOf } from './decimal.ts';
import { type Deployment, peakOf, unsettledOrders } from './deployment-state.ts';
import { drawdownEvents, drawdownOf, nextValue } from './drawdown.ts';
import { countedPrices, unpricedCoins } from './last-prices.ts';

type Ids = { readonly userId: string; readonly deploymentId: string };
type Amounts = Readonly<Record<string, string>>;

export type ValuationCommand = Ids &
  (
    | {
        type: 'ReconcileAccount';
        /** The account's holdings, free and locked; of a deployment with a share, its books after the look. */
        holdings: Amounts;
        /** Of a share: the books that the look began with, and what the next deposit is counted from, if that changed. */
        shared?: { readonly from: Amounts; readonly outside: OutsideUsdt | undefined };
        /** In USDT, as the exchange has them now; a coin without one counts with its last known price. */
        prices: Amounts;
        /** Fills of ours at the exchange that our events do not have, as text; null when there are none. */
        unexplained: string | null;
      }
    | { type: 'ValuePortfolio'; holdings: Amounts; prices: Amounts }
  );

/** Exchanges round fees and dust; differences below this are not reported. */
const REPORTED_FROM_USDT = 0.01;

type Change = { asset: string; expected: string; actual: string; valueUsdt: number };

const worthOf = (amount: string, price: string | undefined): number => Number(amount) * Number(price ?? 0);

/** The surplus or lack in the account against our events. */
export const changesOf = (expected: Amounts, actual: Amounts, prices: Amounts): Change[] =>
  [...new Set([...Object.keys(expected), ...Object.keys(actual)])].flatMap((asset) => {
    const [before, now] = [expected[asset] ?? '0', actual[asset] ?? '0'];
    const difference = subtractDecimals(now, before);
    if (unitsOf(difference) === 0n) return [];
    return [{ asset, expected: before, actual: now, valueUsdt: worthOf(difference, prices[asset]) }];
  });

export const totalValue = (holdings: Amounts, prices: Amounts): number =>
  Object.entries(holdings).reduce((sum, [asset, amount]) => sum + worthOf(amount, prices[asset]), 0);

/** The value after deposits and withdrawals are taken out, 1 at the start. */
const nextIndex = ({ value }: Deployment, valueUsdt: number, flowUsdt: number): number => {
  if (!value) return 1;
  if (value.usdt <= 0 || valueUsdt - flowUsdt < 0) return value.index;
  return value.index * ((valueUsdt - flowUsdt) / value.usdt);
};

/** The sum of deposits, withdrawals and trades of others; unknown while orders are under way, so 0. */
const flowOf = (changes: readonly Change[]): number =>
  changes.reduce((sum, { valueUsdt }) => sum + valueUsdt, 0);

/**
 * In percent, of an account as it is seen, before that is recorded; null before it was first valued, and while the price of a
 * held coin is not known at all.
 */
export const performanceOf = (deployment: Deployment, holdings: Amounts, prices: Amounts) => {
  if (!deployment.value || unpricedCoins(holdings, prices).length > 0) return null;
  const isExpected = deployment.holdings !== null && unsettledOrders(deployment).length === 0;
  const flowUsdt = isExpected ? flowOf(changesOf(deployment.holdings, holdings, prices)) : 0;
  const index = nextIndex(deployment, totalValue(holdings, prices), flowUsdt);
  return {
    returnPercent: 100 * (index - 1),
    drawdownPercent: drawdownOf(index, Math.max(index, peakOf(deployment))),
  };
};

const valued = (
  { userId, deploymentId, holdings, prices: now }: Ids & { holdings: Amounts; prices: Amounts },
  deployment: Deployment,
  { flowUsdt, at }: { readonly flowUsdt: number; readonly at: string },
): DeploymentEvent[] => {
  const ids = { userId, deploymentId };
  const valueUsdt = totalValue(holdings, countedPrices(deployment.lastPrices, now));
  const index = nextIndex(deployment, valueUsdt, flowUsdt);
  const value = nextValue(deployment, { usdt: valueUsdt, index, at });
  const { [QUOTE_CURRENCY]: _, ...prices } = now;
  const seen: DeploymentEvent = {
    type: 'PortfolioValued',
    data: { ...ids, valueUsdt, flowUsdt, index, prices, pricedAt: at },
  };
  if (deployment.status !== 'active') return [seen];
  return [seen, ...drawdownEvents(ids, { ...deployment, value })];
};

const pausedFor = (command: ValuationCommand, { status }: Deployment): DeploymentEvent[] => {
  if (command.type === 'ValuePortfolio' || command.unexplained === null || status !== 'active') return [];
  const { userId, deploymentId, unexplained: detail } = command;
  return [
    { type: 'DeploymentPaused', data: { userId, deploymentId, reason: 'ACCOUNT_UNEXPLAINED', detail } },
  ];
};

/** The books of a share that changed since the look, or may be changing, stay as they are: another look follows. */
const heldBy = (command: ValuationCommand, deployment: Deployment): Amounts => {
  const { holdings } = deployment;
  if (command.type === 'ValuePortfolio' || !command.shared || holdings === null) return command.holdings;
  const isChanged = changesOf(command.shared.from, holdings, {}).length > 0;
  return isChanged || unsettledOrders(deployment).length > 0 ? holdings : command.holdings;
};

/**
 * Decides what was seen of the account. While the price of a held coin is not known at all, nothing of it is noted: a
 * deposit would look like a gain later.
 */
export const decideValuation = (
  command: ValuationCommand,
  deployment: Deployment,
  at: string,
): DeploymentEvent[] => {
  const { userId, deploymentId } = command;
  const holdings = heldBy(command, deployment);
  const shared = command.type === 'ReconcileAccount' ? command.shared : undefined;
  const prices = countedPrices(deployment.lastPrices, command.prices);
  if (unpricedCoins(holdings, prices).length > 0) return pausedFor(command, deployment);
  // While orders are under way the expected holdings are unknown.
  if (command.type === 'ValuePortfolio' || unsettledOrders(deployment).length > 0)
    return valued({ ...command, holdings }, deployment, { flowUsdt: 0, at });
  const changes = deployment.holdings ? changesOf(deployment.holdings, holdings, prices) : [];
  const reported = changes.filter(({ valueUsdt }) => Math.abs(valueUsdt) >= REPORTED_FROM_USDT);
  const flowUsdt = flowOf(changes);
  const ids = { userId, deploymentId };
  const { outside } = holdings === command.holdings ? (shared ?? {}) : {};
  const isKnown = deployment.holdings !== null && changes.length === 0 && outside === undefined;
  const reconciled: DeploymentEvent[] = isKnown
    ? []
    : [
        {
          type: 'AccountReconciled',
          data: { ...ids, holdings, changes: reported.slice(0, 100), ...(outside && { outside }) },
        },
      ];
  const seen = valued({ ...command, holdings }, deployment, { flowUsdt, at });
  return [...reconciled, ...seen, ...pausedFor(command, deployment)];
};
