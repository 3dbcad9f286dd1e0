// Returns the signed-in user's balance.
import { messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { accountOf, subscriptionAt } from '../projections/accounts.ts';
import type { Dependencies } from './dependencies.ts';

export const getBalance = ({ accountModel, now }: Pick<Dependencies, 'accountModel' | 'now'>): Handler =>
  userHandler(messageOf('getBalance'), async (_, userId) => {
    const account = await accountOf(accountModel, userId);
    return answer({ subscription: subscriptionAt(account, now().toISOString()) });
  });
