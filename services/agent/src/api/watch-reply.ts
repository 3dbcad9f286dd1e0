// Streams a reply from its beginning: while it is being written, and as it was kept afterwards.
import { setTimeout as delay } from 'node:timers/promises';
import { type ChatEvent, type MicroVut, messageOf, refuse, toVut } from '@tradeium/contracts';
import { type Handler, type Sink, userStreamHandler } from '@tradeium/service-kit';
import { type TurnDocument, turnOf } from '../projections/turns.ts';
import { failureText } from '../replies/failure-text.ts';
import { INTERRUPTED } from '../replies/replies.ts';
import type { Dependencies } from './dependencies.ts';
import { relay } from './relay.ts';

/** Another process writes it: its end is looked up this often. */
const RECHECK_MS = 1_000;

const endOf = ({ _id: reply_id, status, reason }: TurnDocument): ChatEvent => {
  if (status === 'completed' || status === 'stopped') return { type: 'complete', reply_id, status };
  return { type: 'error', error: status === 'failed' ? failureText(reason) : INTERRUPTED };
};

/** A reply that has ended, as its reader would have seen it. */
export const eventsOf = (turn: TurnDocument): ChatEvent[] => {
  const { _id: reply_id, messageId: message_id, reply, steps, results, notices, usage, cost, atMost } = turn;
  return [
    { type: 'started', reply_id, message_id, at_most_vut: toVut(atMost as MicroVut) },
    ...steps.map((step) => ({ type: 'step' as const, ...step })),
    ...results.map((result) => ({ type: 'result' as const, ...result })),
    ...(reply === '' ? [] : [{ type: 'chunk' as const, content: reply }]),
    ...notices.map((text) => ({ type: 'notice' as const, text })),
    {
      type: 'usage',
      input_tokens: usage?.input ?? 0,
      cached_tokens: usage?.cached ?? 0,
      output_tokens: usage?.output ?? 0,
      cost_vut: toVut(cost as MicroVut),
      ...(turn.isOutputFree && { free: true as const }),
    },
    endOf(turn),
  ];
};

/** The reply's turn once it has ended; undefined when there is none, or its reader leaves. */
const endedTurn = async (
  { turnModel }: Dependencies,
  which: { userId: string; replyId: string; conversationId: string },
  { signal }: Pick<Sink<ChatEvent>, 'signal'>,
): Promise<TurnDocument | undefined> => {
  for (;;) {
    const turn = await turnOf(turnModel, which.userId, which.replyId);
    if (turn?.conversationId !== which.conversationId || signal.aborted) return undefined;
    if (turn.status !== 'streaming') return turn;
    await delay(RECHECK_MS, undefined, { signal }).catch(() => undefined);
  }
};

export const watchReply = (dependencies: Dependencies): Handler =>
  userStreamHandler(messageOf('watchReply'), async ({ id, reply_id: replyId }, userId, sink) => {
    const live = dependencies.replies.find(replyId);
    if (live?.userId === userId && live.conversationId === id) return relay(live, sink);
    const turn = await endedTurn(dependencies, { userId, replyId, conversationId: id }, sink);
    if (!turn) return refuse('REPLY_NOT_FOUND');
    for (const event of eventsOf(turn)) await sink.write(event);
    return undefined;
  });
