// Compares what our events say about orders with the exchange's own ledger, to the last unit.
import { QUOTE_CURRENCY } from '@tradeium/contracts';
import { decimalText, unitsOf } from '../domain/decimal.ts';
import type { IntendedOrder, IntendedOrders } from './intended-orders.ts';

/** An account in the exchange's ledger, as `GET /ledger` of the stand-in shows it. */
export type LedgerAccount = {
  readonly api_key: string;
  readonly balances: readonly { readonly asset: string; readonly free: string; readonly locked: string }[];
  readonly deposits: readonly { readonly asset: string; readonly amount: string }[];
  readonly orders: readonly LedgerOrder[];
  readonly fills: readonly LedgerFill[];
  /** How often each client id was requested. */
  readonly order_requests: Readonly<Record<string, number>>;
};

type LedgerOrder = {
  readonly order_id: number;
  readonly client_order_id: string;
  readonly filled: string;
  readonly quote_filled: string;
};

type LedgerFill = {
  readonly id: number;
  readonly order_id: number;
  readonly client_order_id: string;
  readonly symbol: string;
  readonly side: string;
  readonly quantity: string;
  readonly quote: string;
  readonly fee: string;
  readonly fee_asset: string;
};

export type TradingAudit = {
  readonly rebalances: { readonly started: number; readonly ended: number };
  readonly orders: number;
  readonly fills: number;
  readonly duplicates: readonly string[];
  /** At the exchange without an intent of ours, or filled there and not here. */
  readonly orphans: readonly string[];
  /** Orders whose outcome is not known yet. */
  readonly open: readonly string[];
  /** Everything else in which the two differ. */
  readonly differences: readonly string[];
  readonly ok: boolean;
};

/** Ids of our orders begin with it; others were placed by the account's owner. */
const isOurs = (clientOrderId: string): boolean => /^tr[a-z2-7]{24}$/.test(clientOrderId);

export const auditOrders = (
  { orders, repeated, rebalances }: IntendedOrders,
  accounts: readonly LedgerAccount[],
): TradingAudit => {
  const theirs = accounts.flatMap((account) => account.orders.map((order) => ({ account, order })));
  const listed = theirs.filter(({ order }) => isOurs(order.client_order_id));
  const ids = listed.map(({ order }) => order.client_order_id);
  const requested = accounts.flatMap(({ order_requests }) => Object.entries(order_requests));
  const duplicates = [
    ...repeated,
    ...ids.filter((id, index) => ids.indexOf(id) !== index),
    ...requested.filter(([id, times]) => isOurs(id) && times > 1).map(([id]) => id),
  ];
  const known = new Map(listed.map((entry) => [entry.order.client_order_id, entry]));
  const open = [...orders.values()].filter(({ state }) => state === 'open');
  const differences = [
    ...[...orders.values()].flatMap((order) => differencesOf(order, known.get(order.clientOrderId))),
    ...accounts.flatMap(balanceDifferences),
    ...repeatedFills(accounts),
  ];
  const orphans = ids.filter((id) => !orders.has(id));
  return {
    rebalances,
    orders: listed.length,
    fills: accounts.reduce((sum, { fills }) => sum + fills.length, 0),
    duplicates,
    orphans,
    open: open.map(({ clientOrderId }) => clientOrderId),
    differences,
    ok: duplicates.length + orphans.length + open.length + differences.length === 0,
  };
};

type Listed = { readonly account: LedgerAccount; readonly order: LedgerOrder };

/** The differences between our last event of an order and the order at the exchange. */
const differencesOf = (ours: IntendedOrder, listed: Listed | undefined): string[] => {
  const name = `order ${ours.clientOrderId}`;
  if (ours.state === 'open') return [];
  if (!listed) return ours.state === 'absent' ? [] : [`${name}: the exchange does not have it`];
  const { order, account } = listed;
  const isNothing = unitsOf(order.filled) === 0n;
  if (!ours.result)
    return isNothing ? [] : [`${name}: nothing was traded for us, ${order.filled} at the exchange`];
  const fills = account.fills.filter(({ order_id }) => order_id === order.order_id);
  const { result } = ours;
  const checks: readonly (readonly [string, string, string])[] = [
    ['filled', result.filled, order.filled],
    ['quote', result.quoteFilled, order.quote_filled],
    ...feesOf(fills).map(([asset, fee]) => [`fee in ${asset}`, result.fees[asset] ?? '0', fee] as const),
  ];
  const wrong = checks
    .filter(([, here, there]) => unitsOf(here) !== unitsOf(there))
    .map(([what, here, there]) => `${name}: ${what} is ${here} here and ${there} there`);
  const fillIds = fills.map(({ id }) => String(id)).sort();
  if (result.fillIds.toSorted().join() !== fillIds.join()) wrong.push(`${name}: its fills are not the same`);
  return wrong;
};

const feesOf = (fills: readonly LedgerFill[]): [string, string][] => {
  const sums = new Map<string, bigint>();
  for (const { fee, fee_asset } of fills) sums.set(fee_asset, (sums.get(fee_asset) ?? 0n) + unitsOf(fee));
  return [...sums].map(([asset, sum]) => [asset, decimalText(sum)]);
};

/** An account's holdings are what came in, less what went out, and its fills less their fees. */
const balanceDifferences = ({ api_key, balances, deposits, fills }: LedgerAccount): string[] => {
  const expected = new Map<string, bigint>();
  const add = (asset: string, units: bigint) => expected.set(asset, (expected.get(asset) ?? 0n) + units);
  for (const { asset, amount } of deposits) add(asset, unitsOf(amount));
  for (const { symbol, side, quantity, quote, fee, fee_asset } of fills) {
    const sign = side === 'BUY' ? 1n : -1n;
    add(symbol.slice(0, -QUOTE_CURRENCY.length), sign * unitsOf(quantity));
    add(QUOTE_CURRENCY, -sign * unitsOf(quote));
    add(fee_asset, -unitsOf(fee));
  }
  for (const { asset, free, locked } of balances) add(asset, -unitsOf(free) - unitsOf(locked));
  return [...expected]
    .filter(([, units]) => units !== 0n)
    .map(([asset, units]) => `account ${api_key.slice(0, 8)}: ${decimalText(units)} ${asset} are missing`);
};

const repeatedFills = (accounts: readonly LedgerAccount[]): string[] =>
  accounts.flatMap(({ fills }) => {
    const ids = fills.map(({ symbol, id }) => `${symbol} ${id}`);
    return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `fill ${id} is there twice`);
  });
