// What the commands and queries of this service work with.
import type { AccountEvent } from '@tradeium/contracts';
import type { Aggregates } from '@tradeium/event-store';
import type { Log } from '@tradeium/service-kit';
import type { Account } from '../domain/account.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import type { Payments } from '../payments/reconcile-transfer.ts';
import type { AccountModel } from '../projections/accounts.ts';
import type { PurchaseModel } from '../projections/purchases.ts';
import type { StatementLineModel } from '../projections/statement-lines.ts';
import type { TransactionModel } from '../projections/transactions.ts';

export type Dependencies = {
  readonly accounts: Aggregates<Account, AccountEvent>;
  readonly accountModel: AccountModel;
  readonly transactionModel: TransactionModel;
  readonly statementLineModel: StatementLineModel;
  readonly payments: Payments;
  readonly purchaseModel: PurchaseModel;
  readonly provider: PaymentProvider;
  /** Signs the provider's notices. */
  readonly noticeSecret: string;
  /** Where browsers find the product. */
  readonly publicUrl: string;
  readonly log: Log;
  readonly now: () => Date;
};
