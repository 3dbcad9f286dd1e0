// The state of a deployment: whether it may trade, the rebalance under way, its orders, and what it is worth.
import {
  type CountedSoFar,
  type DeploymentEvent,
  type Mandate,
  NO_MANDATE,
  type OutsideUsdt,
  QUOTE_CURRENCY,
  type RebalanceKind,
} from '@tradeium/contracts';
import { subtractDecimals } from './decimal.ts';
import type { Entries } from './entries.ts';
import type { LastPrices } from './last-prices.ts';

export type DataOf<Type extends DeploymentEvent['type']> = Extract<DeploymentEvent, { type: Type }>['data'];

export type OrderStatus = 'sent' | 'filled' | 'partly-filled' | 'rejected' | 'unknown' | 'not-found';

export type Order = Omit<DataOf<'OrderIntended'>, 'userId' | 'deploymentId'> & {
  readonly status: OrderStatus;
  readonly filled: string;
  readonly quoteFilled: string;
  readonly fees: Readonly<Record<string, string>>;
  /** In USDT, of other assets in which fees were paid. */
  readonly feePrices?: Readonly<Record<string, string>> | undefined;
  /** Of an order that was rejected for something besides itself. */
  readonly cause?: DataOf<'OrderRejected'>['cause'];
};

export type OpenRebalance = {
  readonly rebalanceId: string;
  readonly kind: RebalanceKind;
  /** Which coins a sell sells; null for all, and for a rebalance of the strategy. */
  readonly coins: readonly string[] | null;
  readonly barClose: string;
  readonly startedAt: string;
  readonly plan: DataOf<'RebalancePlanned'> | null;
  /** Auto-rebalance was switched off since it began. */
  readonly isHeldUp: boolean;
};

export type Deployment = {
  readonly created: DataOf<'DeploymentCreated'> | null;
  readonly status: 'active' | 'paused' | 'stopped' | 'ended';
  /** Why it is not active: a code, and what fills its text. */
  readonly reason: { readonly code: string; readonly detail: string } | null;
  readonly isOn: boolean;
  /** How often it was stopped; its end counts, too. */
  readonly stops: number;
  readonly mandate: Mandate;
  readonly open: OpenRebalance | null;
  /** Those of the rebalance under way; older ones whose outcome is not known, and the newest that did not fill whole. */
  readonly orders: Readonly<Record<string, Order>>;
  /** When the newest rebalance began that came to its end, or failed after the exchange had taken an order. */
  readonly lastRebalanceAt: string | null;
  /** The bar that the newest one decided on that came to its end; sells decide on none. */
  readonly lastBarClose: string | null;
  /** A rebalance with a plan has ended. */
  readonly isInvested: boolean;
  /** The cost of its own coins. */
  readonly entries: Entries;
  /** The newest rebalances that have ended. */
  readonly ended: readonly string[];
  /** The sum that the orders of one UTC day have traded, or may. */
  readonly turnover: CountedSoFar['turnover'];
  /** Where its highest value begins, as a multiple of the first one. */
  readonly firstPeak: number;
  /** Its holdings by our events: its share, or what the account has; null before that was first looked at. */
  readonly holdings: Readonly<Record<string, string>> | null;
  /** The USDT that its orders brought in, less what they cost. */
  readonly traded: string;
  /** Of a share: what its next deposit is counted from. */
  readonly outside: OutsideUsdt | null;
  readonly lastPrices: LastPrices;
  /** Coins that the newest plan left out because the exchange did not trade them. */
  readonly leftOut: readonly string[];
  readonly value: {
    readonly usdt: number;
    readonly index: number;
    readonly peak: number;
    /** Its user was warned, and has not been far from the stop since. */
    readonly isWarned: boolean;
    /** When it was seen, ISO 8601; null where that was not recorded. */
    readonly at: string | null;
  } | null;
};

export const NO_TURNOVER = { day: '', usdt: 0 };

export const emptyDeployment: Deployment = {
  created: null,
  status: 'active',
  reason: null,
  isOn: false,
  stops: 0,
  mandate: NO_MANDATE,
  open: null,
  orders: {},
  lastRebalanceAt: null,
  lastBarClose: null,
  isInvested: false,
  entries: {},
  ended: [],
  turnover: NO_TURNOVER,
  firstPeak: 1,
  holdings: null,
  traded: '0',
  outside: null,
  lastPrices: {},
  leftOut: [],
  value: null,
};

export const isUnsettled = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'sent' || status === 'unknown';

/** Orders whose outcome is not known: those must be looked up before anything else is sent. */
export const unsettledOrders = ({ orders }: Deployment): Order[] => Object.values(orders).filter(isUnsettled);

/** Refused for the time of its request alone, and not a repetition itself: it may be sent once more, under another id. */
export const mayRepeat = (order: Pick<Order, 'status' | 'cause' | 'insteadOf'> | undefined): boolean =>
  order?.status === 'rejected' && order.cause === 'clock' && order.insteadOf === undefined;

/** True if the exchange has taken an order, or may have. */
export const isTaken = ({ status }: Pick<Order, 'status'>): boolean =>
  status !== 'rejected' && status !== 'not-found';

export const isWhole = ({ filled, quantity }: Pick<Order, 'filled' | 'quantity'>): boolean =>
  subtractDecimals(filled, quantity) === '0';

/** Ended orders of which an exchange may still report fills. */
export const unfilledOrders = ({ orders }: Pick<Deployment, 'orders'>): Order[] =>
  Object.values(orders).filter((order) => !isUnsettled(order) && !isWhole(order));

export const dayOf = (at: string): string => at.slice(0, 10);

/** The sum that the orders of the day of `now` have traded, or may. */
export const turnoverOn = ({ turnover }: Pick<Deployment, 'turnover'>, now: string): number =>
  turnover.day === dayOf(now) ? turnover.usdt : 0;

/** Assets that the deployment manages; of others, such as coins that pay fees, it keeps no books. */
export const managedAssets = ({ created }: Pick<Deployment, 'created'>): string[] => [
  ...new Set([QUOTE_CURRENCY, ...(created?.settings.portfolio ?? [])]),
];

/** The same amounts without those of assets that it does not manage. */
export const managedOf = (
  deployment: Pick<Deployment, 'created'>,
  amounts: Readonly<Record<string, string>>,
) => {
  const managed = managedAssets(deployment);
  return Object.fromEntries(Object.entries(amounts).filter(([asset]) => managed.includes(asset)));
};

/** The highest value so far, deposits and withdrawals taken out. */
export const peakOf = ({ value, firstPeak }: Pick<Deployment, 'value' | 'firstPeak'>): number =>
  value?.peak ?? firstPeak;

/** Stopped by its drawdown, not by its user. */
export const isDrawdownStop = ({ status, reason }: Pick<Deployment, 'status' | 'reason'>): boolean =>
  status === 'stopped' && reason?.code === 'drawdown';

export const isRealMoney = ({
  mode,
  isTestnet,
}: Pick<DataOf<'DeploymentCreated'>, 'mode' | 'isTestnet'>): boolean => mode === 'live' && !isTestnet;

/** The money that a deployment trades: limits count what was done with it, whichever deployment did it. */
export const accountNameOf = ({
  mode,
  exchange,
  isTestnet,
}: Pick<DataOf<'DeploymentCreated'>, 'mode' | 'exchange' | 'isTestnet'>): string =>
  mode === 'paper' ? 'paper' : `${isTestnet ? 'testnet' : 'live'}-${exchange}`;

/** How far the highest value lies above the newest one. Play money is new money, and a restart counts from now on. */
const peakAhead = (deployment: Deployment): number => {
  const { created, value, firstPeak } = deployment;
  if (created?.mode === 'paper' || isDrawdownStop(deployment)) return 1;
  if (value === null) return firstPeak;
  return value.index > 0 ? Math.max(1, value.peak / value.index) : 1;
};

/** The counts towards the limits of the deployment that replaces this one, by account. */
export const countedBy = (deployment: Deployment): Readonly<Record<string, CountedSoFar>> => {
  const { created, turnover } = deployment;
  if (!created) return {};
  return { ...created.counted, [accountNameOf(created)]: { turnover, peak: peakAhead(deployment) } };
};

/** The newest known prices, for a deployment of these coins that replaces this one in the same account. */
export const pricesLeftBy = (
  { created, lastPrices }: Deployment,
  heir: Parameters<typeof accountNameOf>[0],
  coins: readonly string[],
): LastPrices =>
  created && accountNameOf(created) === accountNameOf(heir)
    ? Object.fromEntries(Object.entries(lastPrices).filter(([coin]) => coins.includes(coin)))
    : {};

export type CreatedDeployment = Deployment & { readonly created: NonNullable<Deployment['created']> };

export const isCreated = (deployment: Deployment): deployment is CreatedDeployment =>
  deployment.created !== null;
