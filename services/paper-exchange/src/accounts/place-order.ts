// POST /api/v3/order: places an order.
import { placedAnswer } from './answers.ts';
import { readOrder } from './order-request.ts';
import type { SignedEndpoint } from './signed-endpoint.ts';

export const placeOrder: SignedEndpoint = {
  method: 'POST',
  path: '/api/v3/order',
  weight: () => 1,
  right: 'trade',
  isNewOrder: true,
  async answer({ parameters, account, desk, twists }) {
    const request = readOrder(parameters);
    await desk.update(account);
    const { order, fills } = await desk.place(account, request, twists);
    return placedAnswer(order, fills, request.response);
  },
};
