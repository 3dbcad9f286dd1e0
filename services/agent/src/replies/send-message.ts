// Takes a user's message: reserves its reply's credits, writes it down, and begins the reply.

import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type ConversationEvent, isRefusal, type Refusal, refuse, toVut } from '@tradeium/contracts';
import type { CreditHolds } from '@tradeium/credit-hold';
import { idFrom } from '@tradeium/event-store';
import type { RequestClient, RequestContext, UserFiles } from '@tradeium/service-kit';
import { changeConversation, findRepeated } from '../commands/change-conversation.ts';
import { giveBack, reserveSpending, type Spent } from '../commands/reserve-spending.ts';
import type { Conversation } from '../domain/conversation-state.ts';
import { holdIdOf } from '../domain/hold-ids.ts';
import type { TurnModel } from '../projections/turns.ts';
import { type Ending, endLostReply } from './end-reply.ts';
import type { LiveReply } from './live-reply.ts';
import { type Message, type PlannedReply, type Planning, planReply } from './plan-reply.ts';
import type { Replies } from './replies.ts';
import type { ReplyReference } from './reply-draft.ts';
import { shortened } from './shorten-conversation.ts';
import { writeReply } from './write-reply.ts';

export type Sending = Ending &
  Planning & {
    readonly replies: Replies;
    readonly holds: CreditHolds;
    readonly client: RequestClient;
    readonly files: UserFiles;
    readonly turnModel: TurnModel;
  };

/** Longer than any reply, and short enough that credits without a reply soon come back. */
const RESERVATION_MS = 3_600_000;

/** Writing a message down takes some milliseconds after its reservation. */
const SAME_REQUEST_PAUSES_MS = [0, 100];

const ID_BYTES = 16;

/** The same id for a repeated request in the same conversation. */
const messageIdOf = ({ userId, conversationId, agent }: Message, { commandId }: RequestContext): string =>
  idFrom('message', userId, conversationId, agent, commandId);

/** Each attempt has its own reply, hold and draft, so that giving one up touches no other. */
const newReplyId = (): string => randomBytes(ID_BYTES).toString('base64url');

/** A reply whose process is gone makes way; one that is being written does not. */
const isFree = async (
  sending: Sending,
  { userId, conversationId, chatId, agent }: Message,
  { active }: Conversation,
): Promise<boolean> => {
  if (!active) return true;
  if (sending.replies.find(active.replyId)) return false;
  const { replyId } = active;
  return endLostReply(sending, { userId, conversationId, chatId, agent, replyId });
};

/** The reply that a message has begun. */
const replyOf = ({ replies }: Sending, events: readonly ConversationEvent[]): LiveReply | Refusal => {
  const sent = events.find(({ type }) => type === 'MessageSent');
  return (sent?.type === 'MessageSent' && replies.find(sent.data.replyId)) || refuse('STREAM_EXPIRED');
};

const spentOn = ({ replyId, userId, agent }: ReplyReference, { correlationId }: RequestContext): Spent => ({
  spendingId: replyId,
  holdId: holdIdOf(replyId),
  userId,
  correlationId,
  purpose: `${agent}_agent`,
  lastsMs: RESERVATION_MS,
});

/** Writes the message down, then begins the reply that is paid for; gives the reservation back where none begins. */
const begin = async (
  sending: Sending,
  message: Message,
  planned: PlannedReply & { readonly reference: ReplyReference },
  request: RequestContext,
  caller: AbortSignal,
): Promise<LiveReply | Refusal> => {
  const { replies, client, files, log } = sending;
  const { messages, model, agentModel, tools, schemas, atMost, reference } = planned;
  const { text, replaces, settings, filenames } = message;
  const { replyId } = reference;
  const messageId = messageIdOf(message, request);
  const job = {
    model,
    agentModel,
    tools,
    schemas,
    messages,
    atMost,
    settings,
    filenames,
    client,
    files,
    log,
  };
  // Before the message is written down: the same request at the same moment finds the reply by its event.
  const live = replies.open(reference);
  let isSent = false;
  try {
    const data = { ...reference, messageId, text: text.toWellFormed(), replaces, model: model.name, atMost };
    const command = { type: 'SendMessage', data } as const;
    const change = await changeConversation(sending, reference, command, request, askedIn(message));
    if (isRefusal(change)) return change;
    // The same request has come twice at once, and the other one writes the reply.
    if (change.isRepeated) return replyOf(sending, change.events);
    isSent = true;
    // Its caller gave up while the message was being committed, and must not pay for words that he does not
    // see.
    if (caller.aborted) live.stop('interrupted');
    live.tell({ type: 'started', reply_id: replyId, message_id: messageId, at_most_vut: toVut(atMost) });
    replies.write(live, async () =>
      writeReply(await shortened(sending, reference, planned, job, live), live),
    );
    return live;
  } finally {
    if (!isSent) {
      replies.drop(live);
      await giveBack(sending, spentOn(reference, request));
    }
  }
};

/** The parts that a repeated request repeats; the rest of a message is looked up and may have changed. */
const askedIn = ({ text, replaces }: Message) => ({ text, replaces });

/** The reply of the same request, arriving twice at once: its own reservation may be what leaves no room for another. */
const sameRequestOf = async (
  sending: Sending,
  message: Message,
  request: RequestContext,
): Promise<LiveReply | Refusal | undefined> => {
  for (const pauseMs of SAME_REQUEST_PAUSES_MS) {
    await delay(pauseMs);
    const found = await findRepeated(sending, message, request, askedIn(message));
    if (isRefusal(found)) return found;
    if (found.isRepeated) return replyOf(sending, found.events);
  }
  return undefined;
};

/**
 * The reply, or why there is none; the same request again is the same reply. None begins once its `caller` is aborted,
 * which no longer waits for it.
 */
export const sendMessage = async (
  sending: Sending,
  message: Message,
  request: RequestContext,
  caller: AbortSignal,
): Promise<LiveReply | Refusal> => {
  const { userId, conversationId, chatId, agent } = message;
  const [before, ahead] = await Promise.all([
    findRepeated(sending, message, request, askedIn(message)),
    sending.spendings.load(userId),
  ]);
  if (isRefusal(before)) return before;
  if (before.isRepeated) return replyOf(sending, before.events);
  const { state: conversation } = before;
  if (!(await isFree(sending, message, conversation))) return refuse('REPLY_IN_PROGRESS');
  // A lost reply that has just been ended has cost something else than it had reserved.
  const { state: spending } = conversation.active ? await sending.spendings.load(userId) : ahead;
  if (caller.aborted) return refuse('SERVICE_UNAVAILABLE');
  const planned = planReply(sending, message, conversation);
  const reference = { userId, conversationId, chatId, agent, replyId: newReplyId() };
  const atMost = await reserveSpending(sending, spentOn(reference, request), planned, spending);
  if (isRefusal(atMost)) return (await sameRequestOf(sending, message, request)) ?? atMost;
  if (caller.aborted) {
    await giveBack(sending, spentOn(reference, request));
    return refuse('SERVICE_UNAVAILABLE');
  }
  return begin(sending, message, { ...planned, atMost, reference }, request, caller);
};
