// Audits the books for an operator, and streams how far it is and what it finds.
import { MESSAGES, refuse } from '@tradeium/contracts';
import { type Handler, isOutage, streamHandler } from '@tradeium/service-kit';
import { CHECKS, type Check } from '../audit/findings.ts';
import { verifyLedger } from '../audit/verify-ledger.ts';
import type { Dependencies } from './dependencies.ts';

const FINDINGS_MAX = 1_000;
const FINDINGS_AT_ONCE = 50;
const FINDING_LENGTH_MAX = 500;
const WRITTEN_EVERY_MS = 250;

/** The findings that are not written yet; beyond the limit they are only counted. */
const openFound = () => {
  const waiting: string[] = [];
  let found = 0;
  return {
    add: (check: Check, text: string): void => {
      found += 1;
      if (found <= FINDINGS_MAX)
        waiting.push(`${CHECKS[check]} – not so: ${text}`.slice(0, FINDING_LENGTH_MAX));
    },
    /** Says how many were left out. */
    close: (): void => {
      if (found > FINDINGS_MAX) waiting.push(`And ${(found - FINDINGS_MAX).toLocaleString('en-US')} more`);
    },
    take: (): string[] => waiting.splice(0, FINDINGS_AT_ONCE),
    isEmpty: () => waiting.length === 0,
  };
};

export const auditBooks = ({
  nc,
  client,
  log,
  now,
}: Pick<Dependencies, 'nc' | 'client' | 'log' | 'now'>): Handler =>
  streamHandler(MESSAGES.auditBooks, async (_input, _request, sink) => {
    const found = openFound();
    let [handled, of, writtenAt] = [0, 0, Number.NEGATIVE_INFINITY];
    const write = async (done: boolean): Promise<void> => {
      do {
        const findings = found.take();
        await sink.write({ done: done && found.isEmpty(), handled, of, findings });
      } while (!found.isEmpty());
      writtenAt = performance.now();
    };
    const onProgress = async (read: number, known: number): Promise<void> => {
      handled = read;
      of = known;
      if (!found.isEmpty() || performance.now() - writtenAt >= WRITTEN_EVERY_MS) await write(false);
    };
    try {
      await verifyLedger({ nc, client, now, signal: sink.signal, onProgress, onProblem: found.add });
      found.close();
      await write(true);
      return undefined;
    } catch (cause) {
      if (sink.signal.aborted) return undefined;
      log.warn({ err: cause }, 'an audit of the books ended before it was done');
      return refuse(isOutage(cause) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL');
    }
  });
