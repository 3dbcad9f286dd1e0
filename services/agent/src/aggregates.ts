// The aggregates of this service, by what they are called in its dependencies.
import type { StoresOf } from '@tradeium/event-store';
import { conversationAggregate } from './domain/conversation.ts';
import { spendingAggregate } from './domain/spending.ts';

export const aggregates = { conversations: conversationAggregate, spendings: spendingAggregate };

export type Stores = StoresOf<typeof aggregates>;
