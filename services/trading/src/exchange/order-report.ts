// Orders and fills as ccxt hands them over, in our terms: amounts as decimal strings, each fill once.
import type { Order, Trade } from 'ccxt';
import { addDecimals, unitsOf } from '../domain/decimal.ts';
import type { AccountFill, Fill, OrderReport } from './exchange-account.ts';
import { coinOf } from './market-symbol.ts';

const AMOUNT_LENGTH_MAX = 100;

/** A decimal without the zeros at its end; ccxt hands amounts over as the strings that came. */
export const plain = (amount: unknown): string => {
  const text = String(amount ?? '0');
  if (text.length > AMOUNT_LENGTH_MAX || !/^-?\d+(\.\d+)?$/.test(text))
    throw new Error(`not a decimal: ${text.slice(0, AMOUNT_LENGTH_MAX)}`);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
};

const STATUSES: Readonly<Record<string, OrderReport['status']>> = {
  open: 'open',
  canceling: 'open',
  closed: 'filled',
  canceled: 'canceled',
  expired: 'expired',
  rejected: 'rejected',
};

/** The report of an order with its fills; throws when ccxt did not understand the exchange's answer. */
export const reportOf = (order: Order, trades: readonly Trade[]): OrderReport => {
  const status = STATUSES[order.status ?? ''];
  const { id, clientOrderId, side } = order;
  if (!status || !id || !clientOrderId || (side !== 'buy' && side !== 'sell'))
    throw new Error(`order ${id} is incomplete`);
  return {
    clientOrderId,
    exchangeOrderId: id,
    coin: coinOf(order.symbol),
    side,
    status,
    quantity: plain(order.amount),
    filled: plain(order.filled),
    quoteFilled: quoteFilledOf(order, trades),
    fills: fillsOf(trades, order),
  };
};

/** A negative amount says that the exchange does not have it: then it is what the fills come to. */
const quoteFilledOf = ({ cost }: Order, trades: readonly Trade[]): string => {
  const quote = plain(cost);
  if (!quote.startsWith('-')) return quote;
  const each = new Map(trades.map((trade) => [trade.id, plain(trade.cost)]));
  return [...each.values()].reduce(addDecimals, '0');
};

/** Each once, as they came; those in the answer to an order leave out what the order says. */
export const fillsOf = (trades: readonly Trade[], order?: Order): AccountFill[] => {
  const fills = trades.map((trade) => fillOf(trade, order));
  return [...new Map(fills.map((fill) => [fill.id, fill])).values()];
};

const fillOf = (trade: Trade, order: Order | undefined): AccountFill => {
  const { id, fee } = trade;
  const side = trade.side ?? order?.side;
  if (!id || (side !== 'buy' && side !== 'sell')) throw new Error(`fill ${id} is incomplete`);
  return {
    id,
    exchangeOrderId: trade.order ?? order?.id ?? '',
    coin: coinOf(trade.symbol),
    side,
    price: plain(trade.price),
    quantity: plain(trade.amount),
    fee: plain(fee?.cost),
    feeAsset: fee?.currency ?? '',
    at: trade.timestamp ?? order?.timestamp ?? 0,
  };
};

/** True if the fills are all that the order was filled by. */
export const isComplete = ({ filled, fills }: OrderReport): boolean =>
  fills.reduce((sum: bigint, fill: Fill) => sum + unitsOf(fill.quantity), 0n) === unitsOf(filled);
