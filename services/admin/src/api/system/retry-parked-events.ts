// Retries the parked events of a service's reactions, as an operator's action.
import { isRefusal, messageOf, operationsOf, refuse } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import { recorded } from '../../commands/recorded.ts';
import { contextOf, isService, type SystemParts } from '../../system/system-parts.ts';

type Dependencies = Parameters<typeof recorded>[0] & Pick<SystemParts, 'client'>;

/** Longer than the gateway waits: the retries go on, and their end is recorded. */
const TIMEOUT_MS = 60_000;

export const retryParkedEvents = (parts: Dependencies): Handler =>
  handler(messageOf('retryParkedEvents'), async ({ service, reason }, request) => {
    if (!isService(service)) return refuse('NOT_FOUND');
    const wanted = { kind: 'retry-parked', details: { service }, reason, subjectId: null } as const;
    return recorded(parts, wanted, request, async () => {
      const { retryParked } = operationsOf(service);
      const context = contextOf(request);
      const retried = await parts.client.request(retryParked, {}, context, { timeoutMs: TIMEOUT_MS });
      if (isRefusal(retried)) return retried;
      return { changed: retried.output.handled > 0, extra: retried.output };
    });
  });
