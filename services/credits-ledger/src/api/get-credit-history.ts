// Lists the signed-in user's credit transactions.
import { messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { transactionOutput, transactionsOf } from '../projections/transactions.ts';
import type { Dependencies } from './dependencies.ts';

const TRANSACTIONS_MAX = 100;

export const getCreditHistory = ({ transactionModel }: Pick<Dependencies, 'transactionModel'>): Handler =>
  userHandler(messageOf('getCreditHistory'), async (_, userId) => {
    const transactions = await transactionsOf(transactionModel, userId, TRANSACTIONS_MAX);
    return answer(transactions.map(transactionOutput));
  });
