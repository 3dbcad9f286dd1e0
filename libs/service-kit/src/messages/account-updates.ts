// Publishes account updates for the browsers behind the gateways.
import { type AccountUpdate, accountUpdateSubject } from '@tradeium/contracts';
import {
  followProjectedEvents,
  type ProjectedEvents,
  type ProjectedEventsDependencies,
  type StoredEvent,
} from '@tradeium/event-store';

/** The changes for one user. */
export type UserUpdate = AccountUpdate & { readonly userId: string };

/** Each thing once, however many events changed it. */
export const distinctUpdates = (updates: readonly UserUpdate[]): UserUpdate[] => [
  ...new Map(
    updates.map((update) => [`${update.userId} ${update.topic} ${update.backtest_id}`, update]),
  ).values(),
];

/** The events that change what users see. `updatesOf` may look up an event's user; when it throws, it is called again. */
export type AccountUpdates<Event = unknown> = {
  readonly reads: ProjectedEvents<Event>['reads'];
  updatesOf(events: readonly StoredEvent<Event>[]): readonly UserUpdate[] | Promise<readonly UserUpdate[]>;
};

/**
 * Publishes account updates once queries see the events. Nothing is stored: a browser that was not listening
 * fetches everything when it comes back.
 */
export const publishAccountUpdates = <Event>(
  dependencies: ProjectedEventsDependencies,
  { reads, updatesOf }: AccountUpdates<Event>,
): { stop(): Promise<void> } =>
  followProjectedEvents(dependencies, {
    name: `account-updates-${reads[0].context}`,
    reads,
    handle: async (events) => {
      for (const { userId, topic, backtest_id } of distinctUpdates(await updatesOf(events))) {
        const update: AccountUpdate = { topic, backtest_id };
        dependencies.nc.publish(accountUpdateSubject(userId), JSON.stringify(update));
      }
    },
  });
