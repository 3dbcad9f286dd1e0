// Wires what becomes of a payment: its aggregate, the provider, and what follows from notices and settled money.
import type { AccountEvent } from '@tradeium/contracts';
import { type Aggregates, openAggregates, type RunningReaction, runReaction } from '@tradeium/event-store';
import type { ServiceParts } from '@tradeium/service-kit';
import type { z } from 'zod';
import type { config as schema } from './config.ts';
import type { Account } from './domain/account-state.ts';
import { paymentAggregate } from './domain/payment.ts';
import { openPaymentProvider, type PaymentProvider } from './payments/payment-provider.ts';
import type { Payments } from './payments/reconcile-transfer.ts';
import { askAboutPayment } from './reactions/ask-about-payment.ts';
import { creditPurchases } from './reactions/credit-purchases.ts';

type Parts = Pick<ServiceParts<z.output<typeof schema>>, 'config' | 'nc' | 'log' | 'lifetime'> & {
  readonly accounts: Aggregates<Account, AccountEvent>;
  readonly now: () => Date;
};

export type PaymentFlow = {
  readonly payments: Payments;
  readonly provider: PaymentProvider;
  readonly reactions: readonly RunningReaction[];
};

/** Starts the reactions; they end with the service. */
export const startPaymentFlow = ({ config, nc, log, now, lifetime, accounts }: Parts): PaymentFlow => {
  const payments = openAggregates({ nc, log, now }, paymentAggregate);
  const { NOWPAYMENTS_EMAIL: email, NOWPAYMENTS_PASSWORD: password } = config;
  const provider = openPaymentProvider({
    url: config.NOWPAYMENTS_API_URL,
    apiKey: config.NOWPAYMENTS_API_KEY,
    credentials: email && password ? { email, password } : undefined,
  });
  const { handle: askAbout, stop: stopAsking } = askAboutPayment({ payments, provider, log });
  lifetime.onStop('questions that are asked again', stopAsking);
  const asking = runReaction(
    { nc, log, now },
    { name: 'ask-about-payment', reads: [paymentAggregate], handle: askAbout },
  );
  lifetime.onStop('questions to the payment provider', asking.stop);
  const crediting = runReaction(
    { nc, log, now },
    { name: 'credit-purchases', reads: [paymentAggregate], handle: creditPurchases({ accounts, payments }) },
  );
  lifetime.onStop('credits for purchases', crediting.stop);
  return { payments, provider, reactions: [asking, crediting] };
};
