// DELETE /api/v3/order: cancels an open order.
import { refuse } from '../requests/api-error.ts';
import { orderAnswer } from './answers.ts';
import { readOrderName } from './find-order.ts';
import type { SignedEndpoint } from './signed-endpoint.ts';

export const cancelOrder: SignedEndpoint = {
  method: 'DELETE',
  path: '/api/v3/order',
  weight: () => 1,
  right: 'trade',
  async answer({ parameters, account, desk, twists }) {
    const find = readOrderName(parameters);
    await desk.update(account);
    const order = find(account);
    if (!order) throw refuse.cancel();
    desk.cancel(account, order, twists);
    return { ...orderAnswer(order), origClientOrderId: order.clientOrderId, transactTime: order.updatedMs };
  },
};
