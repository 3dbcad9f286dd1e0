// Takes a user's message: reserves its reply's credits, writes it down, and begins the reply.
import { createHash, randomBytes } from 'node:crypto';
import {
  type Agent,
  addMicroVut,
  type ConversationEvent,
  DATE_MAX,
  DEFAULT_PERIOD_DAYS,
  estimateRunCost,
  isRefusal,
  type MicroVut,
  type Refusal,
  refuse,
  TOP_5_PORTFOLIO,
  type TradingSettings,
  toVut,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import type {
  CreditHold,
  CreditHolds,
  RequestClient,
  RequestContext,
  UserFiles,
} from '@tradeium/service-kit';
import { changeConversation } from '../commands/change-conversation.ts';
import { holdIdOf } from '../commands/reply-credits.ts';
import type { AgentModel } from '../config.ts';
import { leastFor, reservationFor } from '../domain/budget.ts';
import { conversationKey } from '../domain/conversation.ts';
import type { Conversation } from '../domain/conversation-state.ts';
import { costOfTokens } from '../domain/pricing.ts';
import type { Model } from '../model/model.ts';
import { SCHEMAS, TOOLS } from '../tools/tools.ts';
import { earlyModel } from './early-model.ts';
import { type Ending, endLostReply } from './end-reply.ts';
import { type Limiting, limitedFor } from './limits-of.ts';
import type { LiveReply } from './live-reply.ts';
import { promptOf } from './prompt.ts';
import type { Replies } from './replies.ts';
import type { ReplyReference } from './reply-draft.ts';
import { SUMMARY_TOKENS_MAX, summaryPrompt, summedUp } from './summary.ts';
import { type ReplyJob, writeReply } from './write-reply.ts';

export type Sending = Ending &
  Limiting & {
    readonly replies: Replies;
    readonly openedModels: Readonly<Record<Agent, Model>>;
    readonly prompts: Readonly<Record<Agent, string>>;
    readonly holds: CreditHolds;
    readonly client: RequestClient;
    readonly files: UserFiles;
    readonly now: () => Date;
  };

export type Message = {
  readonly userId: string;
  readonly conversationId: string;
  readonly chatId: string;
  readonly agent: Agent;
  readonly text: string;
  readonly replaces: string | null;
  readonly settings: TradingSettings;
  readonly filenames: readonly string[];
};

/** Longer than any reply, and short enough that credits without a reply soon come back. */
const RESERVATION_MS = 3_600_000;
const DAY_MS = 86_400_000;

const ID_BYTES = 16;

/** The same id for a repeated request in the same conversation. */
const messageIdOf = ({ userId, conversationId, agent }: Message, { commandId }: RequestContext): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, conversationId, agent, commandId]))
    .digest()
    .subarray(0, ID_BYTES)
    .toString('base64url');

/** Each attempt has its own reply, hold and draft, so that giving one up touches no other. */
const newReplyId = (): string => randomBytes(ID_BYTES).toString('base64url');

/** For a chat without results, whose user has sent none: the newest year of the largest coins. */
export const usualSettings = (now: Date): TradingSettings => {
  const today = now.toISOString().slice(0, 10);
  const [end_date = today] = [today, DATE_MAX].sort();
  const start = Date.parse(end_date) - DEFAULT_PERIOD_DAYS * DAY_MS;
  return {
    portfolio: [...TOP_5_PORTFOLIO],
    timeframe: '24h',
    fees: 0.001,
    start_date: new Date(start).toISOString().slice(0, 10),
    end_date,
  };
};

/** The turns before the message, on the branch that it goes on. */
const turnsBefore = ({ turns }: Conversation, replaces: string | null) => {
  const at = turns.findIndex(({ messageId }) => messageId === replaces);
  return replaces === null || at < 0 ? turns : turns.slice(0, at);
};

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

const summaryCost = (
  model: Model,
  { prices }: AgentModel,
  { toSumUp, earlier }: ReturnType<typeof promptOf>,
): MicroVut => {
  const input = model.tokensAtMost(summaryPrompt({ turns: toSumUp, earlier }), []);
  return costOfTokens(prices, { input, cached: 0, output: SUMMARY_TOKENS_MAX });
};

const planOf = (sending: Sending, message: Message, conversation: Conversation) => {
  const { agent, settings, filenames, text, replaces } = message;
  const model = sending.openedModels[agent];
  const agentModel = sending.models[agent];
  const tools = TOOLS[agent];
  const schemas = SCHEMAS[agent];
  const prompt = promptOf({
    model,
    limits: agentModel,
    tools: schemas,
    system: sending.prompts[agent],
    settings,
    filenames,
    turns: turnsBefore(conversation, replaces),
    summary: conversation.summary,
    message: text,
  });
  const tokens = model.tokensAtMost(prompt.messages, schemas);
  const runCost = agent === 'strategy' ? estimateRunCost(settings) : ZERO_MICRO_VUT;
  const reply = reservationFor(agentModel.prices, tokens, agentModel.maxOutputTokens, runCost);
  const summary = prompt.toSumUp.length > 0 ? summaryCost(model, agentModel, prompt) : ZERO_MICRO_VUT;
  const atMost = addMicroVut(reply, summary);
  const needed = leastFor(agentModel.prices, tokens);
  return { ...prompt, model, agentModel, tools, schemas, atMost, needed };
};

const LEFT_OUT = 'Older messages of this conversation were left out, because it has grown too long.';
const SUMMED_UP =
  'This conversation has grown long: the agent goes on with a summary of its older messages. You still see them all.';

/** The job with what no longer fits summed up, or left out where that cannot be done; either is said. */
const shortened = async (
  sending: Sending,
  reference: ReplyReference,
  { leftOut, toSumUp, earlier }: Planned,
  job: ReplyJob,
  live: LiveReply,
): Promise<ReplyJob> => {
  const throughReplyId = toSumUp.at(-1)?.replyId;
  const { replyId, ...conversation } = reference;
  const keep = async (text: string) => {
    const data = { ...conversation, throughReplyId: throughReplyId ?? replyId, text: text.toWellFormed() };
    const ids = { commandId: `sum-up:${replyId}`, correlationId: replyId };
    await changeConversation(sending, reference, { type: 'SumUp', data }, ids, { replyId });
  };
  const messages = throughReplyId ? await summedUp(job, live, { turns: toSumUp, earlier }, keep) : null;
  if (leftOut > 0) live.tell({ type: 'notice', text: messages ? SUMMED_UP : LEFT_OUT });
  return messages ? { ...job, messages } : job;
};

type Planned = ReturnType<typeof planOf>;

/** Gives back what was reserved for a reply that will not be written. */
const abandon = async ({ log }: Sending, hold: CreditHold, replyId: string): Promise<void> => {
  try {
    await hold.release('failed');
  } catch (err) {
    log.warn({ err, replyId }, 'what was reserved for a reply is left to its expiry');
  }
};

/** The reply that a message has begun. */
const replyOf = ({ replies }: Sending, events: readonly ConversationEvent[]): LiveReply | Refusal => {
  const sent = events.find(({ type }) => type === 'MessageSent');
  return (sent?.type === 'MessageSent' && replies.find(sent.data.replyId)) || refuse('STREAM_EXPIRED');
};

/** Reserves what the reply may cost, begins it, and writes the message down. */
const begin = async (
  sending: Sending,
  message: Message,
  planned: Planned,
  request: RequestContext,
): Promise<LiveReply | Refusal> => {
  const { holds, replies, client, files, now } = sending;
  const { messages, model, agentModel, tools, schemas, atMost } = planned;
  const { userId, conversationId, chatId, agent, text, replaces, settings, filenames } = message;
  const [messageId, replyId] = [messageIdOf(message, request), newReplyId()];
  const reference = { userId, conversationId, chatId, agent, replyId };
  const { correlationId } = request;
  const hold = holds.hold({ holdId: holdIdOf(replyId), userId, correlationId });
  const expiresAt = new Date(now().getTime() + RESERVATION_MS).toISOString();
  const sent = Promise.withResolvers<boolean>();
  const job = {
    ...{ agentModel, tools, schemas, messages, atMost, settings, filenames, client, files },
    model: earlyModel(model, sent.promise),
  };
  let isSent = false;
  try {
    const held = await hold.reserve({ amount: atMost, purpose: `${agent}_agent`, expiresAt });
    if (isRefusal(held)) return held;
    // What a refused message has asked of the model is not charged: its reservation is given back.
    const begun = replies.begin(
      reference,
      async (live) => {
        live.tell({ type: 'started', reply_id: replyId, message_id: messageId, at_most_vut: toVut(atMost) });
        await writeReply(await shortened(sending, reference, planned, job, live), live);
      },
      sent.promise,
    );
    const data = { ...reference, messageId, text: text.toWellFormed(), replaces, model: model.name, atMost };
    const command = { type: 'SendMessage', data } as const;
    const change = await changeConversation(sending, reference, command, request, askedIn(message));
    if (isRefusal(change)) return change;
    // The same request has come twice at once, and the other one writes the reply.
    if (change.isRepeated) return replyOf(sending, change.events);
    isSent = true;
    return begun;
  } finally {
    sent.resolve(isSent);
    if (!isSent) await abandon(sending, hold, replyId);
  }
};

/** What a repeated request repeats; the rest of a message is looked up and may have changed. */
const askedIn = ({ text, replaces }: Message) => ({ text, replaces });

/** The reply, or why there is none; the same request again is the same reply. */
export const sendMessage = async (
  sending: Sending,
  message: Message,
  request: RequestContext,
): Promise<LiveReply | Refusal> => {
  const { userId, conversationId, agent } = message;
  const { commandId, correlationId } = request;
  const [before] = await Promise.all([
    sending.conversations.execute(
      conversationKey(conversationId, agent),
      { commandId, input: askedIn(message), userId, correlationId },
      () => [],
    ),
    // Read ahead, so that the limits are at hand below.
    sending.spendings.load(userId),
  ]);
  if (!before.ok) return before.refusal;
  if (before.repeated) return replyOf(sending, before.events);
  if (!(await isFree(sending, message, before.state))) return refuse('REPLY_IN_PROGRESS');
  const planned = planOf(sending, message, before.state);
  const atMost = await limitedFor(sending, userId, planned);
  return isRefusal(atMost) ? atMost : begin(sending, message, { ...planned, atMost }, request);
};
