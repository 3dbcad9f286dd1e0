// The aggregates of this service, by what they are called in its dependencies.
import type { AggregatesOf } from '@tradeium/event-store';
import type { accountAggregate } from '../domain/account.ts';
import type { paymentAggregate } from '../domain/payment.ts';

export type Accounts = AggregatesOf<typeof accountAggregate>;
export type Payments = AggregatesOf<typeof paymentAggregate>;
