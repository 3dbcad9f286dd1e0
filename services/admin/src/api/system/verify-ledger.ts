// Has the ledger audit its books as an operator's action, and streams what it finds; it stops when its reader leaves.
import { isRefusal, MESSAGES, messageOf } from '@tradeium/contracts';
import { type Handler, userStreamHandler } from '@tradeium/service-kit';
import { recorded } from '../../commands/recorded.ts';
import { followJob } from '../../system/follow-job.ts';
import type { SystemParts } from '../../system/system-parts.ts';

type Dependencies = Parameters<typeof recorded>[0] & Pick<SystemParts, 'client' | 'foreignStreams'>;

export const verifyLedger = (parts: Dependencies): Handler =>
  userStreamHandler(messageOf('verifyLedger'), async ({ reason }, _userId, sink, request) => {
    const wanted = { kind: 'verify-ledger', details: {}, reason, subjectId: null } as const;
    const done = await recorded(parts, wanted, request, async () => {
      const audited = await followJob(parts, MESSAGES.auditBooks, {}, { sink, request });
      // An audit writes nothing.
      return isRefusal(audited) ? audited : { changed: false, extra: {} };
    });
    return isRefusal(done) ? done : undefined;
  });
