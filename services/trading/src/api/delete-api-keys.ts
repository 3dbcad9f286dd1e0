// Removes exchange keys that no live deployment trades with.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { changeTrader } from '../commands/change-trader.ts';
import type { Dependencies } from './dependencies.ts';

export const deleteApiKeys = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('deleteApiKeys'), async ({ exchange }, userId, request) => {
    const command = { type: 'RemoveKeys', userId, exchange } as const;
    const changed = await changeTrader(dependencies, userId, command, request);
    if (isRefusal(changed)) return changed;
    await dependencies.keyStore.remove(userId, { exchange });
    return answer({}, changed.written);
  });
