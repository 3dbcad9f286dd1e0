// GET /api/v3/allOrders: all orders of one market, open or not.
import { readSymbol } from '../requests/parameters.ts';
import { orderAnswer } from './answers.ts';
import { readRange, within } from './range.ts';
import type { SignedEndpoint } from './signed-endpoint.ts';

export const allOrders: SignedEndpoint = {
  method: 'GET',
  path: '/api/v3/allOrders',
  weight: () => 20,
  right: 'read',
  async answer({ parameters, account, desk }) {
    const symbol = readSymbol(parameters);
    const id = parameters.wholeNumber('orderId');
    const range = readRange(parameters);
    parameters.finish();
    const market = symbol();
    await desk.update(account);
    const orders = [...account.orders.values()].filter((order) => order.symbol === market.symbol);
    return within(orders, range, { id, of: ({ orderId }) => orderId }).map(orderAnswer);
  },
};
