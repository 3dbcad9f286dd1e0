// An operator's action has a user's tabs fetch something again.
import { type ActionEvent, adminEvents } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import type { AccountUpdates } from '@tradeium/service-kit';

/** An action that has ended shows in the settings of whom it was done to. */
export const accountUpdates = (): AccountUpdates => ({
  reads: [adminEvents.action],
  updatesOf: (events) =>
    (events as readonly StoredEvent<ActionEvent>[]).flatMap(({ event: { type, data } }) =>
      type === 'ActionOrdered' ? [] : [{ userId: data.userId, topic: 'operators', backtest_id: null }],
    ),
});
