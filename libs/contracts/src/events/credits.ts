// The events of the credits context, by aggregate.
import { accountEvents } from './credit-account.ts';
import { paymentEvents } from './payment.ts';

export const creditsEvents = {
  account: { context: 'credits', name: 'account', events: accountEvents },
  payment: { context: 'credits', name: 'payment', events: paymentEvents },
} as const;
