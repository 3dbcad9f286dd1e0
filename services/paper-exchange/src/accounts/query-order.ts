// GET /api/v3/order: one order, open or not.
import { refuse } from '../requests/api-error.ts';
import { orderAnswer } from './answers.ts';
import { readOrderName } from './find-order.ts';
import type { SignedEndpoint } from './signed-endpoint.ts';

export const queryOrder: SignedEndpoint = {
  method: 'GET',
  path: '/api/v3/order',
  weight: () => 4,
  right: 'read',
  async answer({ parameters, account, desk }) {
    const find = readOrderName(parameters);
    await desk.update(account);
    const order = find(account);
    if (!order) throw refuse.noOrder();
    return orderAnswer(order);
  },
};
