// Lists the signed-in user's purchases, each with what is owed of its credits.
import { messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { purchaseOutput, purchasesOf } from '../projections/purchases.ts';
import type { Dependencies } from './dependencies.ts';

const PURCHASES_MAX = 100;

type Parts = Pick<Dependencies, 'accounts' | 'purchaseModel' | 'now'>;

export const getPaymentHistory = ({ accounts, purchaseModel, now }: Parts): Handler =>
  userHandler(messageOf('getPaymentHistory'), async (_, userId) => {
    const [purchases, { state }] = await Promise.all([
      purchasesOf(purchaseModel, userId, PURCHASES_MAX),
      accounts.load(userId),
    ]);
    const time = now().toISOString();
    return answer(purchases.flatMap((purchase) => purchaseOutput(purchase, time, state.debts) ?? []));
  });
