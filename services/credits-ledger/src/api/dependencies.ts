// What the commands and queries of this service work with.
import type { AccountEvent } from '@tradeium/contracts';
import type { Aggregates } from '@tradeium/event-store';
import type { Account } from '../domain/account.ts';
import type { AccountModel } from '../projections/accounts.ts';
import type { TransactionModel } from '../projections/transactions.ts';

export type Dependencies = {
  readonly accounts: Aggregates<Account, AccountEvent>;
  readonly accountModel: AccountModel;
  readonly transactionModel: TransactionModel;
  readonly now: () => Date;
};
