// The dependencies of this service's handlers.
import type { Log, RequestClient } from '@tradeium/service-kit';
import type { NatsConnection } from 'nats';
import type { Stores } from '../aggregates.ts';
import type { AccountModel } from '../projections/accounts.ts';
import type { PurchaseModel } from '../projections/purchases.ts';
import type { StatementLineModel } from '../projections/statement-lines.ts';
import type { TransactionModel } from '../projections/transactions.ts';

export type Dependencies = {
  readonly accounts: Stores['accounts'];
  readonly accountModel: AccountModel;
  readonly transactionModel: TransactionModel;
  readonly statementLineModel: StatementLineModel;
  readonly payments: Stores['payments'];
  readonly purchaseModel: PurchaseModel;
  /** Signs the provider's notices. */
  readonly noticeSecret: string;
  readonly nc: NatsConnection;
  readonly client: RequestClient;
  readonly log: Log;
  readonly now: () => Date;
};
