// Lists for a user what operators did to the account.
import { messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import type { Dependencies } from '../dependencies.ts';
import { actionsOnUser } from './actions-on-user.ts';

const ACTIONS_MAX = 100;

export const listOperatorActions = (parts: Pick<Dependencies, 'models' | 'actions' | 'sealing'>): Handler =>
  userHandler(messageOf('listOperatorActions'), async (_, userId) =>
    answer(await actionsOnUser(parts, userId, ACTIONS_MAX)),
  );
