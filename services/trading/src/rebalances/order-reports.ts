// The meaning of an exchange's report of an order for our events.
import { setTimeout as delay } from 'node:timers/promises';
import { QUOTE_CURRENCY } from '@tradeium/contracts';
import { addDecimals } from '../domain/decimal.ts';
import type { Order } from '../domain/deployment-state.ts';
import type { Outcome } from '../domain/rebalance.ts';
import { type ExchangeAccount, MarketUnknown, type OrderReport } from '../exchange/exchange-account.ts';

type Result = Extract<Outcome, { kind: 'closed' }>['result'];

/** An outcome is noted soon, with or without them. */
const PRICES_WAIT_MS = 3_000;

/** The prices of the assets that paid for a purchase besides USDT and the coin. */
const feePricesOf = async (
  account: Pick<ExchangeAccount, 'prices'>,
  { coin, side }: Pick<OrderReport, 'coin' | 'side'>,
  fees: Result['fees'],
): Promise<Pick<Result, 'feePrices'>> => {
  const assets = Object.keys(fees).filter((asset) => asset !== coin && asset !== QUOTE_CURRENCY);
  if (assets.length === 0 || side === 'sell') return {};
  const asked = account.prices(assets).catch(() => null);
  const feePrices = await Promise.race([asked, delay(PRICES_WAIT_MS, null, { ref: false })]);
  return feePrices === null ? {} : { feePrices };
};

/** Exact sums over its fills, each counted once. */
export const resultOf = async (
  account: Pick<ExchangeAccount, 'prices'>,
  report: OrderReport,
): Promise<Result> => {
  const { exchangeOrderId, filled, quoteFilled, fills } = report;
  const fees: Record<string, string> = {};
  const each = [...new Map(fills.map((fill) => [fill.id, fill])).values()];
  for (const { fee, feeAsset } of each) fees[feeAsset] = addDecimals(fees[feeAsset] ?? '0', fee);
  const fillIds = each.map(({ id }) => id);
  return {
    exchangeOrderId,
    filled,
    quoteFilled,
    fees,
    ...(await feePricesOf(account, report, fees)),
    fillIds,
  };
};

/** An order that still waits is taken out of the book: its price belongs to this moment. */
export const closedReport = async (account: ExchangeAccount, report: OrderReport): Promise<OrderReport> =>
  report.status === 'open' ? account.cancelOrder(report.coin, report.clientOrderId) : report;

/** Before the intent, in case the clocks differ. */
const SINCE_MARGIN_MS = 60_000;

/** The fate of an order that was intended; one that still waits is taken out of the book. */
export const lookedUp = async (
  account: ExchangeAccount,
  { clientOrderId, coin, at }: Pick<Order, 'clientOrderId' | 'coin' | 'at'>,
): Promise<OrderReport | 'not-found'> => {
  const sinceMs = Date.parse(at) - SINCE_MARGIN_MS;
  try {
    const found = await account.findOrder({ clientOrderId, coin, sinceMs });
    return found === 'not-found' ? found : await closedReport(account, found);
  } catch (cause) {
    // Nothing of its market can be asked any more: what it may have been filled with is seen in the account.
    if (cause instanceof MarketUnknown) return 'not-found';
    throw cause;
  }
};
