// Wires the payments: their aggregate, the provider, and the reactions to orders, notices and settled money.
import { Client, Connection } from '@temporalio/client';
import { openAggregates, type RunningReaction, runReaction } from '@tradeium/event-store';
import type { ServiceParts } from '@tradeium/service-kit';
import type { z } from 'zod';
import type { Accounts } from './commands/change-account.ts';
import type { Payments } from './commands/change-payment.ts';
import type { config as schema } from './config.ts';
import { paymentAggregate } from './domain/payment.ts';
import { openPaymentProvider, type PaymentProvider } from './provider/payment-provider.ts';
import { askAboutPayment } from './reactions/ask-about-payment.ts';
import { creditPurchases } from './reactions/credit-purchases.ts';
import { orderInvoice } from './reactions/order-invoice.ts';

type Parts = Pick<ServiceParts<z.output<typeof schema>>, 'config' | 'nc' | 'log' | 'lifetime'> & {
  readonly accounts: Accounts;
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
  const { NOWPAYMENTS_EMAIL: email, NOWPAYMENTS_PASSWORD: password, PUBLIC_URL: publicUrl } = config;
  const provider = openPaymentProvider({
    url: config.NOWPAYMENTS_API_URL,
    apiKey: config.NOWPAYMENTS_API_KEY,
    credentials: email && password ? { email, password } : undefined,
  });
  const connection = Connection.lazy({ address: config.TEMPORAL_ADDRESS, connectTimeout: '5 s' });
  lifetime.onStop('temporal', () => connection.close());
  const client = new Client({ connection, namespace: config.TEMPORAL_NAMESPACE });
  const temporal = async () => client;
  const reactions = [
    { name: 'order-invoice', handle: orderInvoice({ payments, provider, publicUrl, log, now }) },
    { name: 'ask-about-payment', handle: askAboutPayment({ payments, provider, temporal }) },
    { name: 'credit-purchases', handle: creditPurchases({ accounts, payments }) },
  ].map((reaction) => runReaction({ nc, log, now }, { ...reaction, reads: [paymentAggregate] }));
  for (const reaction of reactions) lifetime.onStop('reactions', reaction.stop);
  return { payments, provider, reactions };
};
