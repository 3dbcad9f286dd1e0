// The events of the credits context, by aggregate, with the upcasters that read its oldest events.
import { accountEvents } from './credit-account.ts';
import { upcastAccountEvent } from './ledger-entries.ts';
import { paymentEvents } from './payment.ts';

export const creditsEvents = {
  account: { context: 'credits', name: 'account', events: accountEvents, upcast: upcastAccountEvent },
  payment: { context: 'credits', name: 'payment', events: paymentEvents },
} as const;
