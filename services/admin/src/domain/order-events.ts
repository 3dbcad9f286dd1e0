// The sentences about single orders. The words of an exchange about one stay with the order.
import { usdtWords } from './amount-words.ts';
import { bad, good, plain, type Told, told } from './told.ts';

const orderFacts = ({ clientOrderId }: { clientOrderId: string }) => ({ clientOrderId });

const filledFacts = (data: { clientOrderId: string; filled: string; quoteFilled: string }) => ({
  ...orderFacts(data),
  filled: data.filled,
  quoteFilled: data.quoteFilled,
});

export const ORDER_EVENTS: readonly Told[] = [
  told(
    'OrderCut',
    ({ rebalanceId, coin, side, notional }) => ({ rebalanceId, coin, side, notional }),
    ({ rebalanceId, coin, side, notional }) =>
      plain(`${usdtWords(notional)} less of ${coin} to ${side} than planned`, 'rebalance', rebalanceId),
  ),
  told(
    'OrderIntended',
    (data) => ({
      ...orderFacts(data),
      side: data.side,
      quantity: data.quantity,
      coin: data.coin,
      price: data.limitPrice,
    }),
    ({ clientOrderId, side, quantity, coin, price }) =>
      plain(`Order: ${side} ${quantity} ${coin} at ${price} USDT or better`, 'order', clientOrderId),
  ),
  told('OrderFilled', filledFacts, ({ clientOrderId, filled, quoteFilled }) =>
    good(`An order was filled: ${filled} for ${usdtWords(quoteFilled)}`, 'order', clientOrderId),
  ),
  told('OrderPartlyFilled', filledFacts, ({ clientOrderId, filled, quoteFilled }) =>
    plain(
      Number(filled) > 0
        ? `An order was filled in part: ${filled} for ${usdtWords(quoteFilled)}`
        : 'An order ended with nothing filled',
      'order',
      clientOrderId,
    ),
  ),
  told(
    'OrderRejected',
    (data) => ({ ...orderFacts(data), by: data.by }),
    ({ clientOrderId, by }) =>
      bad(by === 'us' ? 'An order was not sent' : 'The exchange rejected an order', 'order', clientOrderId),
  ),
  told('OrderUnknown', orderFacts, ({ clientOrderId }) =>
    bad('Whether the exchange has an order is not known', 'order', clientOrderId),
  ),
  told(
    'OrderResolved',
    (data) => ({ ...orderFacts(data), filled: data.outcome.found ? data.outcome.filled : null }),
    ({ clientOrderId, filled }) =>
      plain(
        filled === null
          ? 'An unknown order turned out never to have reached the exchange'
          : `An order was looked up at the exchange: ${filled} filled`,
        'order',
        clientOrderId,
      ),
  ),
];
