// Orders and fills in the exchange's shapes.
import { type Amount, textOf } from '../numbers/amount.ts';
import { ZERO } from '../numbers/decimal.ts';
import type { Account, Fill, Order } from './account.ts';

/** An order as look-ups show it. */
export const orderAnswer = (order: Order) => ({
  symbol: order.symbol,
  orderId: order.orderId,
  orderListId: -1,
  clientOrderId: order.clientOrderId,
  price: textOf(order.price),
  origQty: textOf(order.quantity),
  executedQty: textOf(order.executed),
  cummulativeQuoteQty: textOf(order.quoteExecuted),
  status: order.status,
  timeInForce: order.timeInForce,
  type: order.type,
  side: order.side,
  stopPrice: ZERO,
  icebergQty: ZERO,
  time: order.atMs,
  updateTime: order.updatedMs,
  isWorking: true,
  workingTime: order.atMs,
  origQuoteOrderQty: textOf(order.quoteQuantity),
  selfTradePreventionMode: 'NONE',
});

/** An order as it is answered when it was just placed. */
export const placedAnswer = (order: Order, fills: readonly Fill[], response: 'ACK' | 'RESULT' | 'FULL') => {
  const { symbol, orderId, orderListId, clientOrderId, ...rest } = orderAnswer(order);
  const acknowledgement = { symbol, orderId, orderListId, clientOrderId, transactTime: order.atMs };
  if (response === 'ACK') return acknowledgement;
  const { price, origQty, executedQty, cummulativeQuoteQty, status, timeInForce, type, side } = rest;
  const result = {
    ...acknowledgement,
    price,
    origQty,
    executedQty,
    origQuoteOrderQty: rest.origQuoteOrderQty,
    cummulativeQuoteQty,
    status,
    timeInForce,
    type,
    side,
    workingTime: order.atMs,
    selfTradePreventionMode: 'NONE',
  };
  return response === 'RESULT' ? result : { ...result, fills: fills.map(pieceAnswer) };
};

const pieceAnswer = ({ id, price, quantity, commission, commissionAsset }: Fill) => ({
  price: textOf(price),
  qty: textOf(quantity),
  commission: textOf(commission),
  commissionAsset,
  tradeId: id,
});

export const tradeAnswer = (fill: Fill) => ({
  symbol: fill.symbol,
  id: fill.id,
  orderId: fill.orderId,
  orderListId: -1,
  price: textOf(fill.price),
  qty: textOf(fill.quantity),
  quoteQty: textOf(fill.quote),
  commission: textOf(fill.commission),
  commissionAsset: fill.commissionAsset,
  time: fill.atMs,
  isBuyer: fill.side === 'BUY',
  isMaker: fill.isMaker,
  isBestMatch: true,
});

export const balancesOf = ({ holdings }: Account): { asset: string; free: Amount; locked: Amount }[] =>
  [...holdings].map(([asset, { free, locked }]) => ({ asset, free, locked }));
