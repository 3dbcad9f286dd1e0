// Returns the signed-in user's balance, which the account's aggregate knows without MongoDB.
import { messageOf } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { subscriptionAt } from '../domain/subscription.ts';
import type { Dependencies } from './dependencies.ts';

export const getBalance = ({ accounts, now }: Pick<Dependencies, 'accounts' | 'now'>): Handler =>
  fromAggregates(
    userHandler(messageOf('getBalance'), async (_, userId) => {
      const { openedAt, ...account } = (await accounts.load(userId)).state;
      const opened = openedAt === null ? null : { ...account, openedAt };
      return answer({ subscription: subscriptionAt(opened, now().toISOString()) });
    }),
  );
