// Audits the chain of commits: no message is missing, and each follows its aggregate's previous one.
import { type CommitMeta, streamOf } from '@tradeium/contracts';
import { addressOf, follows, hashBytes, type StoredMessage } from '@tradeium/event-store';
import type { Findings } from './findings.ts';

type Last = { readonly sequence: number; readonly hash: string };

const BEFORE_THE_FIRST: Last = { sequence: 0, hash: '' };

export type ChainAudit = {
  /** Takes the next message of a stream; `meta` is null when it is not a commit. */
  take(message: StoredMessage, meta: CommitMeta | null): void;
};

/** Opens the audit of one stream, from its first message. */
export const auditChain = (findings: Findings): ChainAudit => {
  let reached = 0;
  const lasts = new Map<string, Last>();
  return {
    take(message, meta) {
      const { subject, sequence, previous, data } = message;
      const stream = streamOf(addressOf(subject).context);
      findings.count('streams');
      if (sequence !== reached + 1)
        findings.problem('streams', `${stream}: ${spanOf(reached + 1, sequence - 1)} missing`);
      reached = sequence;

      const last = lasts.get(subject) ?? BEFORE_THE_FIRST;
      // The next commit follows it in the stream, but not in the chain.
      if (message.isForged) return void lasts.set(subject, { ...last, sequence });
      findings.count('predecessors');
      if (previous !== last.sequence)
        findings.problem(
          'predecessors',
          `${subject}: ${sequence} names ${previous || 'none'}, before it is ${last.sequence || 'none'}`,
        );
      const previousHash = meta?.previousHash;
      if (previousHash !== undefined) findings.count('hashes');
      if (!follows(last.hash, previousHash))
        findings.problem('hashes', `${subject}: ${sequence} ${faultOf(last, previousHash)}`);
      lasts.set(subject, { sequence, hash: hashBytes(data) });
    },
  };
};

const spanOf = (from: number, to: number): string =>
  from === to ? `message ${from} is` : `messages ${from} to ${to} are`;

const faultOf = (last: Last, previousHash: string | undefined): string => {
  if (previousHash === undefined) return 'carries no hash: somebody wrote it past the services';
  if (last.sequence === 0) return 'carries the hash of a commit that is not there';
  return `does not carry the hash of ${last.sequence}: one of them was changed, or one between is gone`;
};
