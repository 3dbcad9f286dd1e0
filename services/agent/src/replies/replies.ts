// The replies that this process is writing: begins, finds and stops them, and keeps what there is of them.
import { toVut } from '@tradeium/contracts';
import type { NatsConnection } from 'nats';
import { type Ending, endReply, type How, reasonOf } from './end-reply.ts';
import { failureText } from './failure-text.ts';
import { type LiveReply, openLiveReply } from './live-reply.ts';
import type { ReplyReference } from './reply-draft.ts';

/** Drafts are kept so often within the time after which a reply counts as lost. */
const KEPT_WITHIN = 10;
/** Shorter than the reservation of its credits. */
const REPLY_MS_MAX = 45 * 60_000;
/** A reply that has ended can be read from here until the read model has it for certain. */
const ENDED_FOR_MS = 30_000;

/** On core NATS: stops a reply, whichever process writes it. */
const stopSubject = (replyId: string): string => `agent.stop.${replyId}`;

export type Replies = {
  /**
   * Begins a reply; `write` writes it to its end. `isSent` says whether its message was written down: one that was not
   * leaves nothing behind.
   */
  begin(
    reference: ReplyReference,
    write: (live: LiveReply) => Promise<void>,
    isSent: Promise<boolean>,
  ): LiveReply;
  find(replyId: string): LiveReply | undefined;
  /** Asks whichever process writes it to stop it. */
  stop(replyId: string): void;
  /** Interrupts all and waits for their ends. */
  close(): Promise<void>;
};

export const openReplies = (nc: NatsConnection, ending: Ending): Replies => {
  const { keptDrafts, log } = ending;
  const replies = new Map<string, LiveReply>();
  const stops = nc.subscribe(stopSubject('*'), {
    callback: (error, msg) => {
      if (!error) replies.get(msg.subject.slice(stopSubject('').length))?.stop('stopped');
    },
  });

  const keep = (live: LiveReply) =>
    keptDrafts
      .keep(live, live.draft())
      .catch((err: unknown) => log.warn({ err, replyId: live.replyId }, 'a draft was not kept'));

  const howItEnded = async (live: LiveReply, write: (live: LiveReply) => Promise<void>): Promise<How> => {
    try {
      await write(live);
      return { how: live.stopReason() ?? 'completed' };
    } catch (cause) {
      const stopped = live.stopReason();
      if (stopped) return { how: stopped };
      const reason = reasonOf(cause);
      log.error({ err: cause, replyId: live.replyId, reason }, 'a reply failed');
      return { how: 'failed', reason };
    }
  };

  const tellEnd = (live: LiveReply, { usage, cost, isOutputFree }: Awaited<ReturnType<typeof endReply>>) =>
    live.tell({
      type: 'usage',
      input_tokens: usage.input,
      cached_tokens: usage.cached,
      output_tokens: usage.output,
      cost_vut: toVut(cost),
      ...(isOutputFree && { free: true as const }),
    });

  const run = async (
    live: LiveReply,
    write: (live: LiveReply) => Promise<void>,
    isSent: Promise<boolean>,
  ): Promise<void> => {
    const { replyId } = live;
    const limit = setTimeout(() => live.stop('interrupted'), REPLY_MS_MAX);
    const keeping = setInterval(() => void keep(live), ending.lostAfterMs / KEPT_WITHIN);
    try {
      void isSent.then((is) => is || live.stop('interrupted'));
      const ended = await howItEnded(live, write);
      if (!(await isSent)) return void replies.delete(replyId);
      const data = await endReply(ending, live, live.draft(), ended);
      tellEnd(live, data);
      if (ended.how === 'failed') live.tell({ type: 'error', error: failureText(ended.reason) });
      else if (ended.how === 'interrupted') live.tell({ type: 'error', error: INTERRUPTED });
      else live.tell({ type: 'complete', reply_id: replyId, status: ended.how });
    } catch (err) {
      log.error({ err, replyId }, 'the end of a reply is left to the schedule');
      live.tell({ type: 'error', error: failureText('SERVICE_UNAVAILABLE') });
    } finally {
      clearInterval(keeping);
      clearTimeout(limit);
      live.end();
      setTimeout(() => replies.delete(replyId), ENDED_FOR_MS).unref();
    }
  };

  return {
    begin: (reference, write, isSent) => {
      const live = openLiveReply(reference);
      replies.set(reference.replyId, live);
      void run(live, write, isSent);
      return live;
    },
    find: (replyId) => replies.get(replyId),
    stop: (replyId) => {
      replies.get(replyId)?.stop('stopped');
      nc.publish(stopSubject(replyId));
    },
    close: async () => {
      stops.unsubscribe();
      for (const live of replies.values()) live.stop('interrupted');
      await Promise.all([...replies.values()].map(({ ended }) => ended));
    },
  };
};

/** What a reader of an interrupted reply is shown. */
export const INTERRUPTED = 'The reply was interrupted. What there is of it was kept.';
