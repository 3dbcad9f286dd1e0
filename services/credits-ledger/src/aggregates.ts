// The aggregates of this service, by what they are called in its dependencies.
import type { StoresOf } from '@tradeium/event-store';
import { accountAggregate } from './domain/account.ts';
import { paymentAggregate } from './domain/payment.ts';

export const aggregates = { accounts: accountAggregate, payments: paymentAggregate };

export type Stores = StoresOf<typeof aggregates>;
