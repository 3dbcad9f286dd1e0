// What a user's other tabs fetch again after an event of live trading.
import { type DeploymentEvent, type TraderEvent, tradingEvents } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import type { AccountUpdates } from '@tradeium/service-kit';

/** Everything that happens in trading shows on its page. */
export const accountUpdates = (): AccountUpdates => ({
  reads: [tradingEvents.trader, tradingEvents.deployment],
  updatesOf: (events) =>
    (events as readonly StoredEvent<TraderEvent | DeploymentEvent>[]).map(({ event }) => ({
      userId: event.data.userId,
      topic: 'trading',
      backtest_id: null,
    })),
});
