// Ends replies: records how one ended, whether this process wrote it or another that is gone.
import { type ConversationEvent, type ErrorCode, isRefusal } from '@tradeium/contracts';
import type { Log } from '@tradeium/service-kit';
import pRetry from 'p-retry';
import type { Stores } from '../aggregates.ts';
import { changeConversation } from '../commands/change-conversation.ts';
import { endSpending } from '../commands/end-spending.ts';
import type { AgentModel } from '../config.ts';
import { type ConversationCommand, endedBy } from '../domain/conversation.ts';
import { ModelBroken, ModelBusy, ModelUnavailable } from '../model/model.ts';
import { replyStateOf, type TurnModel } from '../projections/turns.ts';
import type { KeptDrafts } from './kept-drafts.ts';
import { EMPTY_DRAFT, endDataOf, type ReplyDraft, type ReplyReference } from './reply-draft.ts';

export type Ending = {
  readonly conversations: Stores['conversations'];
  readonly spendings: Stores['spendings'];
  readonly keptDrafts: KeptDrafts;
  readonly models: Readonly<Record<ReplyReference['agent'], AgentModel>>;
  readonly log: Log;
  /** After this time without a sign of life the process of a reply is gone. */
  readonly lostAfterMs: number;
};

/** How a reply ended; `reason` where it failed. */
export type How =
  | { readonly how: 'completed' | 'stopped' | 'interrupted' }
  | { readonly how: 'failed'; readonly reason: ErrorCode };

const EVENT_OF = {
  completed: 'ReplyCompleted',
  stopped: 'ReplyStopped',
  interrupted: 'ReplyInterrupted',
} as const;

const ATTEMPTS = 5;
const PAUSE_MS = 200;

/** Why a reply failed, in the words of the catalogue. */
export const reasonOf = (cause: unknown): ErrorCode => {
  if (cause instanceof ModelBusy) return 'MODEL_BUSY';
  if (cause instanceof ModelBroken) return 'MODEL_BROKE_OFF';
  return cause instanceof ModelUnavailable ? 'MODEL_UNAVAILABLE' : 'INTERNAL';
};

/** Counts at once what a reply has cost, so that its user's next one finds it; the reaction to the event makes sure. */
const countNow = async (
  { spendings, log }: Pick<Ending, 'spendings' | 'log'>,
  events: readonly ConversationEvent[],
): Promise<void> => {
  for (const event of events) {
    const ended = endedBy(event);
    if (!ended) continue;
    const { replyId: spendingId, userId, cost } = ended;
    await endSpending({ spendings }, { spendingId, userId, cost }, { correlationId: spendingId }).catch(
      (err: unknown) =>
        log.warn({ err, replyId: spendingId }, 'the cost of a reply is counted a little later'),
    );
  }
};

/** Writes the end of a reply; its first end stays. Its credits are settled by the reaction to that event. */
export const endReply = async (
  { conversations, spendings, keptDrafts, models, log }: Ending,
  reference: ReplyReference,
  draft: ReplyDraft,
  ended: How,
): Promise<ReturnType<typeof endDataOf>> => {
  const { replyId, agent } = reference;
  const data = endDataOf(reference, draft, ended.how, models[agent].prices);
  const end: Extract<ConversationCommand, { type: 'EndReply' }>['end'] =
    ended.how === 'failed'
      ? { type: 'ReplyFailed', data: { ...data, reason: ended.reason } }
      : { type: EVENT_OF[ended.how], data };
  const write = async () => {
    const change = await changeConversation(
      { conversations },
      reference,
      { type: 'EndReply', end },
      // The first end counts: later ones would differ.
      { commandId: `end:${replyId}`, correlationId: replyId },
      { replyId },
    );
    if (isRefusal(change)) throw new Error(`the end of reply ${replyId} was not written: ${change.refused}`);
    return change.events;
  };
  // A reply that still cannot be written then is settled on schedule, from the kept draft.
  const events = await pRetry(write, { retries: ATTEMPTS - 1, minTimeout: PAUSE_MS });
  await countNow({ spendings, log }, events);
  await keptDrafts.remove(reference).catch((err: unknown) => log.warn({ err, replyId }, 'a draft stays'));
  return data;
};

type Writing = {
  /** Knows the replies that this process writes. */
  readonly replies: { find(replyId: string): unknown };
  readonly turnModel: TurnModel;
  readonly now: () => Date;
};

/** How long ago its message was sent; undefined where that cannot be read, or not yet. */
const ageOf = async (
  { turnModel, now, log }: Ending & Writing,
  { userId, replyId }: ReplyReference,
): Promise<number | undefined> => {
  const read = async () => replyStateOf(turnModel, userId, replyId);
  const turn = await read().catch((err: unknown) =>
    log.warn({ err, replyId }, 'when a message was sent could not be read'),
  );
  return turn ? now().getTime() - Date.parse(turn.sentAt) : undefined;
};

/** Ends a reply whose process is gone with what is left of it; false when it is alive, and so keeps drafts. */
export const endLostReply = async (ending: Ending & Writing, reference: ReplyReference): Promise<boolean> => {
  if (ending.replies.find(reference.replyId)) return false;
  const kept = await ending.keptDrafts.find(reference);
  // Its process may have gone before it has kept a draft.
  const ageMs = kept ? kept.ageMs : await ageOf(ending, reference);
  if (ageMs === undefined) {
    // From now on the process has as long as any other to show that it is alive.
    await ending.keptDrafts.begin(reference);
    return false;
  }
  if (ageMs < ending.lostAfterMs) return false;
  await endReply(ending, reference, kept?.draft ?? EMPTY_DRAFT, { how: 'interrupted' });
  return true;
};
