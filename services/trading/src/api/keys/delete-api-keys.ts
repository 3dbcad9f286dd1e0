// Removes exchange keys that no live deployment trades with, and no order is looked up with.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { liveAccountUse } from '../../deployments/live-account-use.ts';
import type { Dependencies } from '../dependencies.ts';

export const deleteApiKeys = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('deleteApiKeys'), async ({ exchange }, userId, request) => {
    const { state: trader } = await dependencies.traders.load(userId);
    const { unsettled } = await liveAccountUse(dependencies, trader, exchange);
    const asked = { type: 'RemoveKeys', userId, exchange } as const;
    const changed = await dependencies.traders.change(
      userId,
      { ...asked, unsettled },
      { ...request, input: asked },
    );
    if (isRefusal(changed)) return changed;
    for (const { type, data } of changed.events)
      if (type === 'KeysRemoved') await dependencies.keyStore.remove(userId, { exchange, keyId: data.keyId });
    return answer({}, changed.written);
  });
