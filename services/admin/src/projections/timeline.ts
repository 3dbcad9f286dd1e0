// The history of each user in all contexts: a small document for each event that is not left out, without words that a person chose.
import {
  adminEvents,
  agentEvents,
  authEvents,
  backtestEvents,
  creditsEvents,
  type TimelineContext,
  tradingEvents,
} from '@tradeium/contracts';
import type { Projection, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { factsOf } from '../domain/describe.ts';
import { readsOf } from '../domain/reads.ts';
import type { Facts, UsersEvent } from '../domain/told.ts';

export type TimelineDocument = {
  userId: string;
  at: string;
  /** The event's. */
  type: string;
  facts: Facts;
};

const schema = new Schema<TimelineDocument>(
  { userId: String, at: String, type: String, facts: Schema.Types.Mixed },
  { minimize: false },
);
schema.index({ userId: 1, at: -1, _id: -1 });

const SEQUENCE_DIGITS = 12;
const INDEX_DIGITS = 2;

/** Where an event stands; among those of one context ids are in the order of the events. */
export const entryIdOf = ({
  context,
  sequence,
  index,
}: Pick<StoredEvent<unknown>, 'context' | 'sequence' | 'index'>): string =>
  `${context}.${String(sequence).padStart(SEQUENCE_DIGITS, '0')}.${String(index).padStart(INDEX_DIGITS, '0')}`;

const CONTEXTS: Readonly<Record<string, TimelineContext>> = {
  auth: 'account',
  credits: 'credits',
  backtest: 'backtest',
  agent: 'agent',
  trading: 'trading',
  admin: 'operator',
};

/** The word for the context of an event, by its place. */
export const contextOf = (place: string): TimelineContext =>
  CONTEXTS[place.slice(0, place.indexOf('.'))] ?? 'account';

const userOf = ({ data }: UsersEvent): string | undefined => {
  if ('userId' in data) return data.userId;
  return 'accountId' in data ? data.accountId : undefined;
};

const changes = (stored: StoredEvent<UsersEvent>) => {
  const { event, meta } = stored;
  const userId = userOf(event);
  const facts = userId === undefined ? null : factsOf(event, meta.commandId);
  if (userId === undefined || facts === null) return [];
  const told: TimelineDocument = { userId, at: meta.at, type: event.type, facts };
  return [{ id: entryIdOf(stored), isFirst: true, apply: () => told }];
};

/** Payments are missing: most of their events do not say whose they are. */
export const timelineProjection: Projection<UsersEvent, TimelineDocument> = {
  name: 'timeline',
  version: 3,
  reads: readsOf(
    authEvents.user,
    creditsEvents.account,
    backtestEvents.workspace,
    backtestEvents.run,
    backtestEvents.study,
    agentEvents.conversation,
    agentEvents.spending,
    tradingEvents.trader,
    tradingEvents.deployment,
    tradingEvents.notices,
    adminEvents.action,
  ),
  schema,
  changes,
};
