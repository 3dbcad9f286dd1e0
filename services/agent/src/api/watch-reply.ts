// Streams a reply from its beginning, or from where its reader is: as it is being written, and as it was kept afterwards.
import {
  type ChatEvent,
  isRefusal,
  type MicroVut,
  messageOf,
  type Refusal,
  type RouteInput,
  refuse,
  toVut,
} from '@tradeium/contracts';
import { until } from '@tradeium/event-store';
import { answer, type Handler, type Sink, userStreamHandler } from '@tradeium/service-kit';
import { type TurnDocument, turnOf } from '../projections/turns.ts';
import { endLostReply } from '../replies/end-reply.ts';
import { failureText, INTERRUPTED } from '../replies/failure-text.ts';
import { findReply, type WhichReply } from '../replies/find-reply.ts';
import type { ReplyEvent } from '../replies/live-reply.ts';
import { relay } from '../replies/relay.ts';
import { BEGINNING, placeAfter, placeText, type ReplyPlace, replyPlaceOf } from '../replies/reply-place.ts';
import { usageEvent } from '../replies/usage-view.ts';
import type { Dependencies } from './dependencies.ts';

/** The process that wrote it is gone: its end is looked up this often. */
const RECHECK_MS = 1_000;
/** It begins and ends. */
const EVENTS_OF_STEP = 2;

const endEventOf = ({ _id: reply_id, status, reason }: TurnDocument): ChatEvent => {
  if (status === 'completed' || status === 'stopped') return { type: 'complete', reply_id, status };
  return { type: 'error', error: status === 'failed' ? failureText(reason) : INTERRUPTED };
};

/**
 * Where its reader is in a reply that was kept; the beginning if that has less than the reader, as after a crash. Also if a
 * step that the reader may not know is a thought, which may have been text when the reader left.
 */
const placeIn = ({ reply, notices, steps }: TurnDocument, after: ReplyPlace): ReplyPlace => {
  const hasMore = after.characters > reply.length || after.notices > notices.length;
  const lacksSteps = after.others < 1 + EVENTS_OF_STEP * steps.length;
  return hasMore || (lacksSteps && steps.some(({ tool }) => tool === 'thinking')) ? BEGINNING : after;
};

/**
 * A reply that has ended, as its reader would have seen it, from the place where the reader is. Steps and results come
 * again: they have ids, and the newest state counts.
 */
export const eventsOf = (turn: TurnDocument, after: ReplyPlace = BEGINNING): ReplyEvent[] => {
  const { _id: reply_id, messageId: message_id, steps, results, atMost } = turn;
  let place = placeIn(turn, after);
  const [text, notices] = [turn.reply.slice(place.characters), turn.notices.slice(place.notices)];
  const started = { type: 'started', reply_id, message_id, at_most_vut: toVut(atMost as MicroVut) } as const;
  const events: ChatEvent[] = [
    ...(place.others === 0 ? [started] : []),
    ...steps.map((step) => ({ type: 'step' as const, ...step })),
    ...results.map((result) => ({ type: 'result' as const, ...result })),
    ...(text === '' ? [] : [{ type: 'chunk' as const, content: text }]),
    ...notices.map((notice) => ({ type: 'notice' as const, text: notice })),
    usageEvent(turn),
    endEventOf(turn),
  ];
  return events.map((event) => {
    place = placeAfter(place, event);
    return { event, place };
  });
};

/** The reply's turn once it has ended; a refusal when there is none, or its reader leaves. */
const endedTurn = async (
  dependencies: Dependencies,
  which: WhichReply,
  { signal, begin }: Pick<Sink<ChatEvent>, 'signal' | 'begin'>,
): Promise<TurnDocument | Refusal> => {
  const { userId, replyId, conversationId } = which;
  const ended = async (): Promise<TurnDocument | Refusal | undefined> => {
    const reply = await findReply(dependencies, which);
    if (isRefusal(reply)) return reply;
    if (signal.aborted) return undefined;
    if (reply.status !== 'streaming')
      return (await turnOf(dependencies.turnModel, userId, replyId)) ?? refuse('REPLY_NOT_FOUND');
    begin();
    const { chatId, agent } = reply;
    await endLostReply(dependencies, { userId, conversationId, chatId, agent, replyId });
    return undefined;
  };
  return (await until(ended, { pauseMs: RECHECK_MS, signal })) ?? refuse('SERVICE_UNAVAILABLE');
};

export const watchReply = (dependencies: Dependencies): Handler => {
  const { replies } = dependencies;
  const here = userStreamHandler(
    messageOf('watchReply'),
    async ({ id, reply_id: replyId }, userId, sink, { resumeAfter }) => {
      const live = replies.find(replyId);
      if (live?.userId === userId && live.conversationId === id) return relay(live, sink, resumeAfter);
      const turn = await endedTurn(dependencies, { userId, replyId, conversationId: id }, sink);
      if (isRefusal(turn)) return turn;
      for (const { event, place } of eventsOf(turn, replyPlaceOf(resumeAfter)))
        await sink.write(event, placeText(place));
      return undefined;
    },
  );
  return {
    ...here,
    handle: async (input, request, streams) => {
      const { id: conversationId, reply_id: replyId } = input as RouteInput<'watchReply'>;
      const { userId, resumeAfter } = request;
      if (userId === undefined || replies.find(replyId)) return here.handle(input, request, streams);
      const which = { userId, conversationId, replyId, ...(resumeAfter !== undefined && { resumeAfter }) };
      const stream = await replies.openElsewhere(which);
      return stream === undefined ? here.handle(input, request, streams) : answer({ stream });
    },
  };
};
