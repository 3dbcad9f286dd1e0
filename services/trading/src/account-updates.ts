// An event of live trading has a user's other tabs fetch something again.
import { type DeploymentEvent, type NoticeEvent, type TraderEvent, tradingEvents } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import type { AccountUpdates } from '@tradeium/service-kit';

/** Everything that happens in trading shows on its page, and notices wherever their user is. */
export const accountUpdates = (): AccountUpdates => ({
  reads: [tradingEvents.trader, tradingEvents.deployment, tradingEvents.notices],
  updatesOf: (events) =>
    (events as readonly StoredEvent<TraderEvent | DeploymentEvent | NoticeEvent>[]).map(
      ({ event, aggregate }) => ({
        userId: event.data.userId,
        topic: aggregate === tradingEvents.notices.name ? 'notices' : 'trading',
        backtest_id: null,
      }),
    ),
});
