// Exports everything the ledger stores about the signed-in user: account, debts, transactions and purchases.
import { exportOf, toVut } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { subscriptionAt } from '../domain/subscription.ts';
import { purchaseOutput, purchasesOf } from '../projections/purchases.ts';
import { transactionOutput, transactionsOf } from '../projections/transactions.ts';
import type { Dependencies } from './dependencies.ts';

/** The newest of each; statements reach further back. */
const TRANSACTIONS_MAX = 50_000;
const PURCHASES_MAX = 10_000;

type Parts = Pick<Dependencies, 'accounts' | 'transactionModel' | 'purchaseModel' | 'now'>;

export const exportUserData = ({ accounts, transactionModel, purchaseModel, now }: Parts): Handler =>
  userHandler(exportOf('credits-ledger'), async (_, userId) => {
    const [{ state }, transactions, purchases] = await Promise.all([
      accounts.load(userId),
      transactionsOf(transactionModel, userId, TRANSACTIONS_MAX),
      purchasesOf(purchaseModel, userId, PURCHASES_MAX),
    ]);
    const { openedAt, debts } = state;
    const account = openedAt === null ? null : { ...state, openedAt };
    const at = now().toISOString();
    return answer({
      account: account && { opened_at: account.openedAt, closed: account.isClosed },
      balance: subscriptionAt(account, at),
      debts: debts.map(({ grant, owed }) => ({ grant, vut_owed: toVut(owed) })),
      transactions: transactions.map(transactionOutput),
      purchases: purchases.flatMap((purchase) => purchaseOutput(purchase, at, debts) ?? []),
    });
  });
