// GET /api/v3/myTrades: the fills of one market.
import { readSymbol } from '../requests/parameters.ts';
import { tradeAnswer } from './answers.ts';
import { readRange, within } from './range.ts';
import type { SignedEndpoint } from './signed-endpoint.ts';

export const myTrades: SignedEndpoint = {
  method: 'GET',
  path: '/api/v3/myTrades',
  weight: (query) => (query.has('orderId') ? 5 : 20),
  right: 'read',
  async answer({ parameters, account, desk }) {
    const symbol = readSymbol(parameters);
    const orderId = parameters.wholeNumber('orderId');
    const id = parameters.wholeNumber('fromId');
    const range = readRange(parameters);
    parameters.finish();
    const market = symbol();
    await desk.update(account);
    const fills = account.fills.filter(
      (fill) => fill.symbol === market.symbol && (orderId === undefined || fill.orderId === orderId),
    );
    return within(fills, range, { id, of: (fill) => fill.id }).map(tradeAnswer);
  },
};
