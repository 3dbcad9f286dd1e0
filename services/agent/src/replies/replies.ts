// The replies that this process is writing: writes, finds and stops them, and keeps their drafts.
import { listen } from '@tradeium/event-store';
import type { StreamHost } from '@tradeium/service-kit';
import type { NatsConnection } from 'nats';
import { type Ending, endReply, type How, reasonOf } from './end-reply.ts';
import { failureText, INTERRUPTED } from './failure-text.ts';
import { type LiveReply, openLiveReply } from './live-reply.ts';
import type { ReplyReference } from './reply-draft.ts';
import { offerReply, openElsewhere } from './reply-elsewhere.ts';
import { usageEvent } from './usage-view.ts';

/** Drafts are kept so often within the time after which a reply counts as lost. */
const KEPT_WITHIN = 10;
/** The first draft: its words come first, and short replies need none. */
const FIRST_KEPT_MS = 250;
/** Shorter than the reservation of its credits. */
const REPLY_MS_MAX = 45 * 60_000;
/** A reply that has ended can be read from here until the read model has it for certain. */
const ENDED_FOR_MS = 30_000;

/** On core NATS: stops a reply, whichever process writes it. */
const stopSubject = (replyId: string): string => `agent.stop.${replyId}`;
/** On core NATS, with the id of a conversation that was deleted. */
const FORGET_SUBJECT = 'agent.forget';

type Write = (live: LiveReply) => Promise<void>;

export type Replies = {
  /** Opens a reply to its readers, before the commit of its message says whether it is written. */
  open(reference: ReplyReference): LiveReply;
  /** Has `write` write an open reply to its end, whose message is committed: before that nobody would pay for its answer. */
  write(live: LiveReply, write: Write): void;
  /** Closes an open reply whose message was not committed. */
  drop(live: LiveReply): void;
  find(replyId: string): LiveReply | undefined;
  /** The stream of a reply that another process writes; undefined when none does. */
  openElsewhere(which: Parameters<typeof openElsewhere>[1]): Promise<string | undefined>;
  /** Asks whichever process writes it to stop it. */
  stop(replyId: string): void;
  /** Replies of a deleted conversation can no longer be read, in any process. */
  forgetConversation(conversationId: string): void;
  /** Interrupts all and waits for their ends. */
  close(): Promise<void>;
};

/** The replies of this process; others may read them while they are here. */
const openWritten = (nc: NatsConnection, streams: StreamHost) => {
  const written = new Map<string, { readonly live: LiveReply; readonly endOffer: () => void }>();
  const forget = (replyId: string): void => {
    written.get(replyId)?.endOffer();
    written.delete(replyId);
  };
  const forgetHere = (conversationId: string): void => {
    for (const { live } of [...written.values()])
      if (live.conversationId === conversationId) forget(live.replyId);
  };
  const forgotten = listen(nc, FORGET_SUBJECT, (msg) => forgetHere(msg.string()));
  return {
    add: (live: LiveReply) => {
      written.set(live.replyId, { live, endOffer: offerReply(nc, streams, live) });
    },
    find: (replyId: string): LiveReply | undefined => written.get(replyId)?.live,
    all: (): LiveReply[] => [...written.values()].map(({ live }) => live),
    forget,
    forgetConversation: (conversationId: string): void => {
      forgetHere(conversationId);
      nc.publish(FORGET_SUBJECT, conversationId);
    },
    endListening: (): void => forgotten.unsubscribe(),
  };
};

/** Writes a reply to its end. */
const howItEnded = async ({ log }: Ending, live: LiveReply, write: Write): Promise<How> => {
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

export const openReplies = (nc: NatsConnection, streams: StreamHost, ending: Ending): Replies => {
  const { keptDrafts, log } = ending;
  const replies = openWritten(nc, streams);
  const stops = listen(nc, stopSubject('*'), ({ subject }) =>
    replies.find(subject.slice(stopSubject('').length))?.stop('stopped'),
  );

  const keep = (live: LiveReply) =>
    keptDrafts
      .keep(live, live.draft())
      .catch((err: unknown) => log.warn({ err, replyId: live.replyId }, 'a draft was not kept'));

  const run = async (live: LiveReply, write: Write): Promise<void> => {
    const { replyId } = live;
    const limit = setTimeout(() => live.stop('interrupted'), REPLY_MS_MAX);
    let kept: Promise<void> | undefined;
    const keepNow = () => {
      kept = keep(live);
    };
    let keeping: NodeJS.Timeout = setTimeout(() => {
      keepNow();
      keeping = setInterval(keepNow, ending.lostAfterMs / KEPT_WITHIN);
    }, FIRST_KEPT_MS);
    try {
      const ended = await howItEnded(ending, live, write);
      clearInterval(keeping);
      // A draft that is still on its way would outlive the end.
      await kept;
      const data = await endReply(ending, live, live.draft(), ended);
      live.tell(usageEvent(data));
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
      setTimeout(() => replies.forget(replyId), ENDED_FOR_MS).unref();
    }
  };

  return {
    open: (reference) => {
      const live = openLiveReply(reference);
      replies.add(live);
      return live;
    },
    write: (live, write) => void run(live, write),
    drop: (live) => {
      replies.forget(live.replyId);
      live.end();
    },
    find: replies.find,
    openElsewhere: (which) => openElsewhere(nc, which),
    stop: (replyId) => {
      replies.find(replyId)?.stop('stopped');
      nc.publish(stopSubject(replyId));
    },
    forgetConversation: replies.forgetConversation,
    close: async () => {
      stops.unsubscribe();
      replies.endListening();
      for (const live of replies.all()) live.stop('interrupted');
      await Promise.all(replies.all().map(({ ended }) => ended));
    },
  };
};
