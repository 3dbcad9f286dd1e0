// Places an order by exactly one request, and says what is known of it afterwards.
import type { Order } from 'ccxt';
import type { Connection } from './connection.ts';
import { messageOf } from './connection.ts';
import { ExchangeRefused, type NewOrder, type OrderOutcome } from './exchange-account.ts';
import { symbolOf } from './market-symbol.ts';
import { outcomeOf } from './order-outcome.ts';
import { isComplete, reportOf } from './order-report.ts';
import { isInvalid } from './refusals.ts';
import { type Keys, newTrace, withoutKeys, withTrace } from './request-trace.ts';

/** All that has to be read before is read first, so that what follows is the order and nothing else. */
const prepare = async (connection: Connection): Promise<OrderOutcome | undefined> => {
  try {
    await connection.markets();
    await connection.clockOffsetMs();
    return undefined;
  } catch (cause) {
    const reason = messageOf(cause);
    return cause instanceof ExchangeRefused
      ? { kind: 'rejected', reason, cause: 'server' }
      : { kind: 'refused-locally', reason };
  }
};

/** Sends exactly one request, and notes whether the exchange answered it. */
export const placeOrder = async (
  connection: Connection,
  keys: Keys,
  order: NewOrder,
): Promise<OrderOutcome> => {
  const outcome = await requestOrder(connection, keys, order);
  if (outcome.kind === 'rejected') connection.doubtMarkets();
  if (outcome.kind === 'unknown') connection.results?.failed('an order without a clear answer');
  else if (outcome.kind === 'refused-locally') {
    if (!outcome.isInvalid) connection.results?.failed('an order could not be sent');
  } else connection.results?.worked();
  return outcome;
};

const requestOrder = async (connection: Connection, keys: Keys, order: NewOrder): Promise<OrderOutcome> => {
  const trace = newTrace(keys, true);
  const refused = await prepare(connection);
  if (refused) return refused;
  const { exchange, errors, dialect } = await connection.client();
  const { clientOrderId, coin, side } = order;
  try {
    const placed = await withTrace(trace, () =>
      exchange.createOrder(
        symbolOf(coin),
        'limit',
        side,
        // Decimal strings pass through ccxt as they are; a number would be rounded.
        order.quantity as unknown as number,
        order.price as unknown as number,
        { clientOrderId, timeInForce: 'IOC' },
      ),
    );
    return acceptedOf(placed, clientOrderId);
  } catch (cause) {
    const seen = {
      ...trace,
      body: trace.body && withoutKeys(trace.body, keys),
      isInvalid: isInvalid(cause, trace.sends, errors),
      error: withoutKeys(messageOf(cause), keys),
    };
    const outcome = outcomeOf(seen, dialect);
    // The next order is dated by the exchange's clock as it is now.
    if (cause instanceof errors.InvalidNonce) await connection.measureClock().catch(() => undefined);
    return outcome;
  }
};

/** An answer that does not fit the order says nothing. */
const acceptedOf = (placed: Order, clientOrderId: string): OrderOutcome => {
  const report = reportOf(placed, placed.trades);
  if (report.clientOrderId !== clientOrderId)
    return { kind: 'unknown', reason: `the answer is about another order, ${report.clientOrderId}` };
  if (!isComplete(report)) return { kind: 'unknown', reason: 'the fills in the answer are not all' };
  return { kind: 'accepted', report };
};
