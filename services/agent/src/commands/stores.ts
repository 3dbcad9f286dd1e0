// The aggregates of this service, by what they are called in its dependencies.
import type { ConversationEvent, SpendingEvent } from '@tradeium/contracts';
import type { AggregatesOf, Changed } from '@tradeium/event-store';
import type { conversationAggregate } from '../domain/conversation.ts';
import type { Conversation } from '../domain/conversation-state.ts';
import type { Spending, spendingAggregate } from '../domain/spending.ts';

export type Conversations = AggregatesOf<typeof conversationAggregate>;
export type Spendings = AggregatesOf<typeof spendingAggregate>;

export type ConversationChange = Changed<Conversation, ConversationEvent>;
export type SpendingChange = Changed<Spending, SpendingEvent>;
