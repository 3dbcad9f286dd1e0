// Opens the dependencies of the ledger's handlers, reactions and activities.
import { noteResults, type ServiceKit } from '@tradeium/service-kit';
import type { z } from 'zod';
import type { aggregates } from './aggregates.ts';
import type { config as schema } from './config.ts';
import { accountsProjection } from './projections/accounts.ts';
import { purchasesProjection } from './projections/purchases.ts';
import { reservationsProjection } from './projections/reservations.ts';
import { statementLinesProjection } from './projections/statement-lines.ts';
import { transactionsProjection } from './projections/transactions.ts';
import { openPaymentProvider } from './provider/payment-provider.ts';

type Kit = ServiceKit<z.output<typeof schema>, typeof aggregates>;

export const openParts = ({
  config,
  nc,
  client,
  log,
  now,
  aggregates,
  projections,
  temporal,
  outside,
}: Kit) => {
  const { NOWPAYMENTS_EMAIL: email, NOWPAYMENTS_PASSWORD: password } = config;
  const settings = {
    url: config.NOWPAYMENTS_API_URL,
    apiKey: config.NOWPAYMENTS_API_KEY,
    credentials: email && password ? { email, password } : undefined,
  };
  return {
    ...aggregates,
    accountModel: () => projections.documents(accountsProjection),
    transactionModel: () => projections.documents(transactionsProjection),
    statementLineModel: () => projections.documents(statementLinesProjection),
    reservationModel: () => projections.documents(reservationsProjection),
    purchaseModel: () => projections.documents(purchasesProjection),
    provider: noteResults(openPaymentProvider(settings), outside('payments')),
    noticeSecret: config.NOWPAYMENTS_IPN_SECRET,
    publicUrl: config.PUBLIC_URL,
    temporal,
    nc,
    client,
    log,
    now,
  };
};
