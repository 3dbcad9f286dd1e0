// Counts what was tried in a chat, whatever became of its result.
import { createHash, randomUUID } from 'node:crypto';
import { isRefusal, TRIALS_AT_ONCE_MAX } from '@tradeium/contracts';
import type { TrialSpread } from '@tradeium/portfolio';
import type { UserFiles } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import { canonicalTrial, comparedCode, type Tried } from '../domain/trial-content.ts';
import { spreadOf, type Trial } from '../domain/trials.ts';
import { digestOf } from './change-with-file.ts';

/**
 * Stands for code in a trial's content. It depends on the user's key, so that nobody can tell from an event which code it was.
 * Throws for a user whose key is destroyed.
 */
export const codeOfTrial = async (
  files: Pick<UserFiles, 'sealed'>,
  userId: string,
  code: string,
): Promise<string> => digestOf(await files.sealed(userId, Buffer.from(comparedCode(code), 'utf8')));

const HASH_BYTES = 16;

/** The content of a trial: the first 16 bytes of a SHA-256 (base64url) of what was tried. */
export const trialContent = (tried: Tried): string =>
  createHash('sha256').update(canonicalTrial(tried)).digest().subarray(0, HASH_BYTES).toString('base64url');

type Counting = Pick<Stores, 'trials' | 'workspaces'>;

type Counted = {
  readonly userId: string;
  readonly chatId: string;
  /** The range that all of them were tried on, YYYY-MM-DD, both days included. */
  readonly range: { readonly start_date: string; readonly end_date: string };
  /** Any number; a content may be there twice, or be counted already. */
  readonly trials: readonly Trial[];
};

/**
 * Counts each content once and answers with those of the chat, these included. Safe to repeat. It needs no read model. Nothing is
 * written for an account that is erased. Throws when nothing could be written: the caller retries.
 */
export const countTrials = async (
  { trials: store, workspaces }: Counting,
  { userId, chatId, range, trials }: Counted,
): Promise<TrialSpread> => {
  const { state: workspace } = await workspaces.load(userId);
  const counted = workspace.isErased ? [] : trials;
  for (let at = 0; at < counted.length; at += TRIALS_AT_ONCE_MAX) {
    const some = counted.slice(at, at + TRIALS_AT_ONCE_MAX);
    const { start_date: startDate, end_date: endDate } = range;
    const change = await store.change(
      userId,
      { type: 'CountTrials', userId, chatId, startDate, endDate, trials: some },
      // The state reveals a repetition.
      { commandId: `trials:${randomUUID()}`, userId, correlationId: chatId },
    );
    if (isRefusal(change)) throw new Error(`trials of ${chatId} were not counted: ${change.refused}`);
  }
  return spreadOf((await store.load(userId)).state, chatId);
};
