// The events that projections over several contexts read.
import {
  type AccountEvent,
  type AggregateEvents,
  agentEvents,
  authEvents,
  backtestEvents,
  type ConversationEvent,
  creditsEvents,
  type DeploymentEvent,
  type PaymentEvent,
  type RunEvent,
  tradingEvents,
  type UserEvent,
} from '@tradeium/contracts';

type Reads<Event> = readonly [AggregateEvents<Event>, ...AggregateEvents<Event>[]];

/** Aggregates of one or more kinds, as read by a projection over all their events. */
export const readsOf = <Event>(...aggregates: Reads<unknown>): Reads<Event> => aggregates as Reads<Event>;

/** Events by which users are counted: credits, purchases, conversations, runs and deployments. */
export type CountedEvent =
  | UserEvent
  | AccountEvent
  | PaymentEvent
  | ConversationEvent
  | RunEvent
  | DeploymentEvent;

export const countedReads = readsOf<CountedEvent>(
  authEvents.user,
  creditsEvents.account,
  creditsEvents.payment,
  agentEvents.conversation,
  backtestEvents.run,
  tradingEvents.deployment,
);
