// Wires the credits ledger: accounts, what is read of them, purchases, and what follows from the events of others.
import { type AccountEvent, type AggregateEvents, authEvents, type PaymentEvent } from '@tradeium/contracts';
import { openAggregates, runProjections, runReaction } from '@tradeium/event-store';
import {
  connectMongo,
  operationHandlers,
  serveRequests,
  startService,
  tellAccountUpdates,
  waitForWritesOf,
} from '@tradeium/service-kit';
import { updatesOf } from './account-updates.ts';
import { activities } from './activities/activities.ts';
import { handlers } from './api/handlers.ts';
import { config as schema } from './config.ts';
import { accountAggregate } from './domain/account.ts';
import { paymentAggregate } from './domain/payment.ts';
import { startPaymentFlow } from './payment-flow.ts';
import { accountsProjection } from './projections/accounts.ts';
import { buyersOf, purchasesProjection } from './projections/purchases.ts';
import { reservationsProjection } from './projections/reservations.ts';
import { statementLinesProjection } from './projections/statement-lines.ts';
import { transactionsProjection } from './projections/transactions.ts';
import { closeAccount } from './reactions/close-account.ts';
import { grantWelcomeCredits } from './reactions/grant-welcome-credits.ts';
import { startRegularWork } from './regular-work.ts';

type Read = AggregateEvents<AccountEvent | PaymentEvent>;

await startService('credits-ledger', schema, async ({ config, log, nc, blobs, metrics, lifetime }) => {
  const now = () => new Date();
  const mongo = await connectMongo(config.MONGODB_URL, `${config.MONGODB_PREFIX}_credits`, log);
  lifetime.onStop('mongodb', () => mongo.close());
  const accounts = openAggregates({ nc, log, now }, accountAggregate);
  const projections = await runProjections({
    nc,
    mongo,
    log,
    now,
    projections: [
      accountsProjection,
      transactionsProjection,
      statementLinesProjection,
      reservationsProjection,
      purchasesProjection,
    ],
  });
  lifetime.onStop('projections', projections.stop);

  const welcoming = runReaction(
    { nc, log, now },
    { name: 'grant-welcome-credits', reads: [authEvents.user], handle: grantWelcomeCredits(accounts) },
  );
  lifetime.onStop('reactions', welcoming.stop);
  const closing = runReaction(
    { nc, log, now },
    { name: 'close-account', reads: [authEvents.user], handle: closeAccount(accounts) },
  );
  lifetime.onStop('ends of accounts', closing.stop);

  const purchaseModel = () => projections.documents(purchasesProjection);
  const telling = tellAccountUpdates<AccountEvent | PaymentEvent>(
    { nc, log, projections },
    {
      reads: [accountAggregate as Read, paymentAggregate as Read],
      updatesOf: updatesOf((paymentIds) => buyersOf(purchaseModel, paymentIds)),
    },
  );
  lifetime.onStop('account updates', telling.stop);
  const { payments, provider, reactions } = startPaymentFlow({ config, nc, log, now, lifetime, accounts });

  const server = serveRequests({
    nc,
    log,
    metrics,
    blobs,
    waitForWrites: waitForWritesOf('credits', projections),
    handlers: [
      ...handlers({
        accounts,
        accountModel: () => projections.documents(accountsProjection),
        transactionModel: () => projections.documents(transactionsProjection),
        statementLineModel: () => projections.documents(statementLinesProjection),
        payments,
        purchaseModel,
        noticeSecret: config.NOWPAYMENTS_IPN_SECRET,
        log,
        now,
      }),
      ...operationHandlers('credits-ledger', {
        projections,
        reactions: [welcoming, closing, ...reactions],
      }),
    ],
  });
  lifetime.onStop('requests', server.stop);
  startRegularWork({
    config,
    activities: activities({
      accounts,
      payments,
      provider,
      purchaseModel,
      reservationModel: () => projections.documents(reservationsProjection),
      log,
      now,
    }),
    log,
    lifetime,
  });
  return {};
});
