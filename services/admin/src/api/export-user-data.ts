// Exports what operators did to the signed-in user's account.
import { exportOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { actionsOnUser } from './audit/actions-on-user.ts';
import type { Dependencies } from './dependencies.ts';

const ACTIONS_MAX = 1_000;

export const exportUserData = (parts: Pick<Dependencies, 'models' | 'actions' | 'sealing'>): Handler =>
  userHandler(exportOf('admin'), async (_, userId) =>
    answer({ actions: await actionsOnUser(parts, userId, ACTIONS_MAX) }),
  );
