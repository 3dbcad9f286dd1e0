// What an exchange's report of an order means for our events.
import { addDecimals } from '../domain/decimal.ts';
import type { Order } from '../domain/deployment-state.ts';
import type { Outcome } from '../domain/rebalance.ts';
import type { ExchangeAccount, OrderReport } from '../exchange/exchange-account.ts';

type Result = Extract<Outcome, { kind: 'closed' }>['result'];

/** Exact sums over its fills, each counted once. */
export const resultOf = ({ exchangeOrderId, filled, quoteFilled, fills }: OrderReport): Result => {
  const fees: Record<string, string> = {};
  const each = [...new Map(fills.map((fill) => [fill.id, fill])).values()];
  for (const { fee, feeAsset } of each) fees[feeAsset] = addDecimals(fees[feeAsset] ?? '0', fee);
  return { exchangeOrderId, filled, quoteFilled, fees, fillIds: each.map(({ id }) => id) };
};

/** An order that still waits is taken out of the book: its price belongs to this moment. */
export const closedReport = async (account: ExchangeAccount, report: OrderReport): Promise<OrderReport> =>
  report.status === 'open' ? account.cancelOrder(report.coin, report.clientOrderId) : report;

/** Before the intent, in case the clocks differ. */
const SINCE_MARGIN_MS = 60_000;

/** What happened to an order that was intended; one that still waits is taken out of the book. */
export const lookedUp = async (
  account: ExchangeAccount,
  { clientOrderId, coin, at }: Pick<Order, 'clientOrderId' | 'coin' | 'at'>,
): Promise<OrderReport | 'not-found'> => {
  const sinceMs = Date.parse(at) - SINCE_MARGIN_MS;
  const found = await account.findOrder({ clientOrderId, coin, sinceMs });
  return found === 'not-found' ? found : closedReport(account, found);
};
