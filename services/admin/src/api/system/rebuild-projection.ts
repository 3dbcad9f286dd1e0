// Rebuilds a read model of a service as an operator's action, and streams how far it is; it stops when its reader leaves.
import { isRefusal, messageOf, operationsOf, refuse } from '@tradeium/contracts';
import { type Handler, userStreamHandler } from '@tradeium/service-kit';
import { recorded } from '../../commands/recorded.ts';
import { followJob } from '../../system/follow-job.ts';
import { isService, type SystemParts } from '../../system/system-parts.ts';

type Dependencies = Parameters<typeof recorded>[0] & Pick<SystemParts, 'client' | 'foreignStreams'>;

export const rebuildProjection = (parts: Dependencies): Handler =>
  userStreamHandler(
    messageOf('rebuildProjection'),
    async ({ service, name, reason }, _userId, sink, request) => {
      if (!isService(service)) return refuse('READ_MODEL_UNKNOWN', { name });
      const details = { service, name };
      const wanted = { kind: 'rebuild-read-model', details, reason, subjectId: null } as const;
      const done = await recorded(parts, wanted, request, async () => {
        const { rebuildWithProgress } = operationsOf(service);
        const rebuilt = await followJob(parts, rebuildWithProgress, { name }, { sink, request });
        return isRefusal(rebuilt) ? rebuilt : { changed: rebuilt.isDone, extra: {} };
      });
      return isRefusal(done) ? done : undefined;
    },
  );
