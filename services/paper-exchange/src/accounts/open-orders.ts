// GET /api/v3/openOrders: the orders that rest, of one market or all.
import { readOptionalSymbol } from '../requests/parameters.ts';
import { openOrdersOf } from './account.ts';
import { orderAnswer } from './answers.ts';
import type { SignedEndpoint } from './signed-endpoint.ts';

export const openOrders: SignedEndpoint = {
  method: 'GET',
  path: '/api/v3/openOrders',
  weight: (query) => (query.has('symbol') ? 6 : 80),
  right: 'read',
  async answer({ parameters, account, desk }) {
    const symbol = readOptionalSymbol(parameters);
    parameters.finish();
    const market = symbol();
    await desk.update(account);
    return openOrdersOf(account, market?.symbol).map(orderAnswer);
  },
};
