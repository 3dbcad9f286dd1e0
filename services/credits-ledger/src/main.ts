// Wires the credits ledger: the accounts, their balances and histories, and the welcome credits.
import { assertStream, openAggregates, runProjections, runReaction } from '@tradeium/event-store';
import {
  connectMongo,
  operationHandlers,
  serveRequests,
  startService,
  waitForWritesOf,
} from '@tradeium/service-kit';
import { handlers } from './api/handlers.ts';
import { config as schema } from './config.ts';
import { accountAggregate } from './domain/account.ts';
import { accountsProjection } from './projections/accounts.ts';
import { transactionsProjection } from './projections/transactions.ts';
import { grantWelcomeCredits, usersOfAuth } from './reactions/grant-welcome-credits.ts';

await startService('credits-ledger', schema, async ({ config, log, nc, blobs, metrics, lifetime }) => {
  const now = () => new Date();
  await assertStream(nc, 'credits');
  const mongo = await connectMongo(config.MONGODB_URL, `${config.MONGODB_PREFIX}_credits`, log);
  lifetime.onStop('mongodb', () => mongo.close());
  const accounts = openAggregates({ nc, log, now }, accountAggregate);
  const projections = await runProjections({
    nc,
    mongo,
    log,
    now,
    projections: [accountsProjection, transactionsProjection],
  });
  lifetime.onStop('projections', projections.stop);

  const welcoming = runReaction(
    { nc, log, now },
    { name: 'grant-welcome-credits', reads: [usersOfAuth], handle: grantWelcomeCredits(accounts) },
  );
  lifetime.onStop('reactions', welcoming.stop);

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
        now,
      }),
      ...operationHandlers('credits-ledger', { projections, reactions: [welcoming] }),
    ],
  });
  lifetime.onStop('requests', server.stop);
  return {};
});
