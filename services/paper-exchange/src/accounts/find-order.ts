// Finds the order that a request names, by the exchange's number or the client's.
import { refuse } from '../requests/api-error.ts';
import { type Parameters, readSymbol } from '../requests/parameters.ts';
import { type Account, isOpen, type Order } from './account.ts';
import { CLIENT_ORDER_ID } from './order-request.ts';

/** A reading of the parameters that finds the order: if several have one client id, the open one, else the newest. */
export const readOrderName = (parameters: Parameters): ((account: Account) => Order | undefined) => {
  const symbol = readSymbol(parameters);
  const orderId = parameters.wholeNumber('orderId');
  const clientOrderId = parameters.optional('origClientOrderId', CLIENT_ORDER_ID);
  parameters.optional('newClientOrderId', CLIENT_ORDER_ID);
  parameters.finish();
  if (orderId === undefined && clientOrderId === undefined) throw refuse.missing('orderId');
  return (account) => {
    const market = symbol();
    if (orderId !== undefined) {
      const order = account.orders.get(orderId);
      return order?.symbol === market.symbol ? order : undefined;
    }
    const named = [...account.orders.values()].filter(
      (order) => order.symbol === market.symbol && order.clientOrderId === clientOrderId,
    );
    return named.find(isOpen) ?? named.at(-1);
  };
};
