// Tells operators' browsers that something they may show has changed, at most once a second for each context.
import {
  type AccountUpdate,
  ADMINISTRATION_UPDATE_SUBJECT,
  type AggregateEvents,
  adminEvents,
  agentEvents,
  authEvents,
  backtestEvents,
  creditsEvents,
  tradingEvents,
} from '@tradeium/contracts';
import { followProjectedEvents, type ProjectedEventsDependencies, pause } from '@tradeium/event-store';
import { publishToPeers } from '@tradeium/service-kit';

type Read = AggregateEvents<unknown>;

/** The events that change what operators see, by context: a follower reads one context only. */
const FOLLOWED: readonly (readonly [Read, ...Read[]])[] = [
  [adminEvents.action],
  [agentEvents.conversation, agentEvents.spending],
  [authEvents.user],
  [backtestEvents.workspace, backtestEvents.run, backtestEvents.study],
  [creditsEvents.account, creditsEvents.payment],
  [tradingEvents.trader, tradingEvents.deployment, tradingEvents.notices],
];

const BETWEEN_MS = 1_000;

const UPDATE: AccountUpdate = { topic: 'administration', backtest_id: null };

/** Publishes until it is stopped. Nothing is stored: a page that was not listening fetches everything when it comes back. */
export const publishAdministrationUpdates = (
  dependencies: ProjectedEventsDependencies,
): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const followers = FOLLOWED.map((reads) =>
    followProjectedEvents(dependencies, {
      name: `administration-updates-${reads[0].context}`,
      reads,
      handle: async () => {
        publishToPeers(dependencies.nc, ADMINISTRATION_UPDATE_SUBJECT, UPDATE);
        // All that happens meanwhile is one batch, and one more update.
        await pause(BETWEEN_MS, stopping.signal);
      },
    }),
  );
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(followers.map((follower) => follower.stop()));
    },
  };
};
