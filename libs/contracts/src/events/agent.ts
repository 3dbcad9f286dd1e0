// The facts of conversations with the agents: one for each chat and agent.
import { z } from 'zod';
import { AGENTS } from '../constants.ts';
import { microVutOrZero } from '../money-schema.ts';
import { parameterValues } from '../parameter-schema.ts';
import { runSettings } from './backtest.ts';
import { eventOf } from './event.ts';
import { refusalWord } from './refusal-word.ts';

/** Tokens as the model's provider counts them; `input` includes `cached`. */
export const tokenUsage = z.strictObject({
  input: z.int().nonnegative(),
  cached: z.int().nonnegative(),
  output: z.int().nonnegative(),
});
export type TokenUsage = z.infer<typeof tokenUsage>;

/** One call of a tool, as the chat shows it. */
export const replyStep = z.object({
  id: z.string(),
  tool: z.string(),
  title: z.string(),
  status: z.enum(['running', 'done', 'failed']),
  /** The text behind it, to be opened. */
  detail: z.string().optional(),
});
export type ReplyStep = z.infer<typeof replyStep>;

/** The result of a backtest of the agent, from the engine and never from the model's words. */
export const replyResult = z.object({
  id: z.string(),
  /** Returns, drawdown and turnover are fractions; turnover is that of a year. */
  figures: z.object({
    total_return: z.number(),
    /** Of the coins bought in equal parts at the start and held. */
    benchmark_return: z.number().nullable(),
    sharpe: z.number().nullable(),
    max_drawdown: z.number(),
    turnover: z.number(),
    bars: z.int().nonnegative(),
    coins: z.int().nonnegative(),
    from: z.string(),
    to: z.string(),
  }),
  /** The value of the portfolio, as a multiple of its start: at most 60 points. */
  curve: z.array(z.number()).max(60),
  findings: z.array(z.object({ severity: z.string(), title: z.string() })),
  /** How many dates were tested for look-ahead without finding any. */
  look_ahead_dates: z.int().nonnegative(),
  /** Its settings, to keep it as a run; absent where its step does not hold the whole code. */
  settings: runSettings.optional(),
  /** The values of parameters that it ran with, where it did not run with the defaults alone. */
  parameters: parameterValues.optional(),
});
export type ReplyResult = z.infer<typeof replyResult>;

const conversation = {
  userId: z.string(),
  /** The chat's `gpt5_conversation_id`. */
  conversationId: z.string(),
  chatId: z.string(),
  agent: z.enum(AGENTS),
} as const;

/** How a reply ended: the part that was written, and what it cost. */
const ended = {
  ...conversation,
  replyId: z.string(),
  text: z.string(),
  steps: z.array(replyStep),
  results: z.array(replyResult),
  notices: z.array(z.string()),
  usage: tokenUsage,
  /** The charge: for the tokens and the backtests. */
  cost: microVutOrZero,
  /** The output is not charged, because the code in it has never run. */
  isOutputFree: z.boolean(),
} as const;

const conversationEvents = z.discriminatedUnion('type', [
  /** A user's message; from now on the agent writes the reply `replyId`. */
  eventOf('MessageSent', {
    ...conversation,
    messageId: z.string(),
    replyId: z.string(),
    text: z.string(),
    /** The message in whose place this one stands. */
    replaces: z.string().nullable(),
    /** The replies that leave the newest branch with it. */
    dropped: z.array(z.string()).max(1_000),
    model: z.string(),
    /** The most that the reply may cost: reserved before the first token. */
    atMost: microVutOrZero,
  }),
  eventOf('ReplyCompleted', ended),
  /** The user stopped it. */
  eventOf('ReplyStopped', ended),
  /** Its process ended. */
  eventOf('ReplyInterrupted', ended),
  /** The model failed. */
  eventOf('ReplyFailed', { ...ended, reason: refusalWord }),
  /** The turns up to the reply `throughReplyId` no longer fit into a prompt; the model reads this text in their place. */
  eventOf('ConversationSummedUp', { ...conversation, throughReplyId: z.string(), text: z.string() }),
  /**
   * The chat or its user is gone, and with them every reply, on all branches. `unfinished`: the one that was being
   * written; nothing of it is stored or charged.
   */
  eventOf('ConversationDeleted', {
    ...conversation,
    replyIds: z.array(z.string()).max(10_000),
    unfinished: z.string().nullable(),
  }),
]);
export type ConversationEvent = z.infer<typeof conversationEvents>;

/** A user's spending on replies and tools, and how much of it they allow. */
const spendingEvents = z.discriminatedUnion('type', [
  /** A reply or a call of a tool may cost so much: it counts in the day of `at` (UTC) until it ends or expires. */
  eventOf('SpendingBegun', {
    userId: z.string(),
    /** The reply's or the call's id. */
    spendingId: z.string(),
    atMost: microVutOrZero,
    at: z.iso.datetime(),
    /** Its reservation ends then, and with it what it may cost. */
    expiresAt: z.iso.datetime(),
  }),
  /** It has ended, and cost so much. The end of a call of a tool is `ToolUsed`. */
  eventOf('SpendingEnded', { userId: z.string(), spendingId: z.string(), cost: microVutOrZero }),
  /** An outside assistant called a tool. */
  eventOf('ToolUsed', {
    userId: z.string(),
    callId: z.string(),
    tokenId: z.string(),
    tool: z.string(),
    chatId: z.string().nullable(),
    hasFailed: z.boolean(),
    /** Reserved before the call; 0 for a tool that is free. */
    held: microVutOrZero,
    /** The charge for it. */
    cost: microVutOrZero,
    /** Calls that leave the list with this one. */
    dropped: z.array(z.string()).max(100),
  }),
  /** The most that the user lets a reply, and a day (UTC) of replies and tools, cost; null: no limit. */
  eventOf('LimitsChanged', {
    userId: z.string(),
    perReply: microVutOrZero.nullable(),
    perDay: microVutOrZero.nullable(),
  }),
  /** The user is gone, and with them the list of these calls. */
  eventOf('SpendingForgotten', { userId: z.string(), callIds: z.array(z.string()).max(1_000) }),
]);
export type SpendingEvent = z.infer<typeof spendingEvents>;

const REPLY_WORDS = { text: '', steps: [], results: [], notices: [] };

/** The events of the agent context, by aggregate. */
export const agentEvents = {
  conversation: {
    context: 'agent',
    name: 'conversation',
    events: conversationEvents,
    personal: {
      MessageSent: { text: '' },
      ReplyCompleted: REPLY_WORDS,
      ReplyStopped: REPLY_WORDS,
      ReplyInterrupted: REPLY_WORDS,
      ReplyFailed: REPLY_WORDS,
      ConversationSummedUp: { text: '' },
    },
  },
  spending: { context: 'agent', name: 'spending', events: spendingEvents },
} as const;
