// Lists the signed-in user's purchases.
import { messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { purchaseOutput, purchasesOf } from '../projections/purchases.ts';
import type { Dependencies } from './dependencies.ts';

const PURCHASES_MAX = 100;

export const getPaymentHistory = ({
  purchaseModel,
  now,
}: Pick<Dependencies, 'purchaseModel' | 'now'>): Handler =>
  userHandler(messageOf('getPaymentHistory'), async (_, userId) => {
    const purchases = await purchasesOf(purchaseModel, userId, PURCHASES_MAX);
    const time = now().toISOString();
    return answer(purchases.flatMap((purchase) => purchaseOutput(purchase, time) ?? []));
  });
