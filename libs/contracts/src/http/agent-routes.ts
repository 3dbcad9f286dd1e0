// Routes of the conversations with the agents.
import { z } from 'zod';
import { AGENT_MESSAGE_BYTES_MAX, AGENTS, CONVERSATION_MESSAGES_MAX } from '../constants.ts';
import { replyResult, replyStep } from '../events/agent.ts';
import { filename } from './backtest-routes.ts';
import { ENDS, id, route } from './route.ts';
import { executeInput } from './run-routes.ts';

const agent = z.enum(AGENTS);

const { portfolio, timeframe, fees, start_date, end_date, starting_capital, slippage } = executeInput.shape;
const { drift_band_percent, drift_band_to, rebalance_every } = executeInput.shape;

/** The settings of a backtest, without what is run. */
export const tradingSettings = z
  .strictObject({
    portfolio,
    timeframe,
    fees,
    start_date,
    end_date,
    starting_capital,
    slippage,
    drift_band_percent,
    drift_band_to,
    rebalance_every,
  })
  .refine((settings) => settings.start_date <= settings.end_date, 'DATE_RANGE_INVALID');
export type TradingSettings = z.output<typeof tradingSettings>;

/** A message of these alone says nothing. */
const INVISIBLE = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

const text = z
  .string({ error: 'MESSAGE_REQUIRED' })
  .refine((message) => message.replaceAll(INVISIBLE, '') !== '', 'MESSAGE_REQUIRED')
  .refine(
    (message) => new TextEncoder().encode(message).length <= AGENT_MESSAGE_BYTES_MAX,
    'MESSAGE_TOO_LONG',
  );

/** A strategy file, a result, or a result and the file that it is of. */
const chatSelection = z.strictObject({ filename: filename.optional(), run_id: id.optional() });
export type ChatSelection = z.output<typeof chatSelection>;

const chatMessage = <Agent extends (typeof AGENTS)[number]>(of: Agent) =>
  z.strictObject({
    message: text,
    agent_type: z.literal(of),
    backtest_id: id,
    /** The user's earlier message that this one replaces; the messages after it leave the newest branch. */
    replaces: id.optional(),
    /** The settings of the agent's backtests; without them those of the chat's newest result, or the usual ones. */
    settings: tradingSettings.optional(),
    /** The item that the user looks at, which is what "it" and "this" mean. */
    selected: chatSelection.optional(),
  });

/** One event of a reply, in the order in which they happen. Readers skip types that they don't know. */
const chatEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('started'),
    reply_id: id,
    message_id: id,
    /** The most that the reply may cost, in VUT. */
    at_most_vut: z.number(),
  }),
  z.object({ type: z.literal('chunk'), content: z.string() }),
  /** A call of a tool; the same `id` again is its new status. */
  z.object({ type: z.literal('step'), ...replyStep.shape }),
  z.object({ type: z.literal('result'), ...replyResult.shape }),
  z.object({ type: z.literal('notice'), text: z.string() }),
  z.object({
    type: z.literal('usage'),
    input_tokens: z.int(),
    cached_tokens: z.int(),
    output_tokens: z.int(),
    cost_vut: z.number(),
    /** The output is not charged, because the code in it has never run. */
    free: z.literal(true).optional(),
  }),
  z.object({ type: z.literal('complete'), reply_id: id, status: z.enum(['completed', 'stopped']) }),
  z.object({ type: z.literal('error'), error: z.string() }),
]);
export type ChatEvent = z.infer<typeof chatEvent>;

const conversationMessage = z.object({
  id,
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  timestamp: z.iso.datetime(),
  agent_type: agent,
  status: z.enum(['completed', 'stopped', 'interrupted', 'failed', 'streaming']),
  cost_vut: z.number().optional(),
  usage: z
    .object({
      input_tokens: z.int(),
      cached_tokens: z.int(),
      output_tokens: z.int(),
      free: z.literal(true).optional(),
    })
    .optional(),
  steps: z.array(replyStep).optional(),
  results: z.array(replyResult).optional(),
  notices: z.array(z.string()).optional(),
  /** Why it failed, as text. */
  error: z.string().optional(),
  /** Of a user's message: the earlier one that it replaces. */
  replaces: id.optional(),
});
export type ConversationMessage = z.infer<typeof conversationMessage>;

/** Prices in VUT for a million tokens. */
const pricing = z.object({
  input: z.number(),
  cached: z.number(),
  output: z.number(),
  context_tokens: z.int(),
  max_output_tokens: z.int(),
});

/** The most that a user lets a reply, and a day (UTC), cost. Null: no limit. */
const limits = {
  per_reply_vut: z.number().nullable(),
  per_day_vut: z.number().nullable(),
} as const;
const LIMIT_VUT_MAX = 1_000_000;
const limit = z.number().min(0).max(LIMIT_VUT_MAX).nullable();

const reply = { id, reply_id: id } as const;
const CHAT_BODY_BYTES_MAX = 256 * 1024;
const chatErrors = [
  'MESSAGE_REQUIRED',
  'MESSAGE_TOO_LONG',
  'MESSAGE_NOT_FOUND',
  'TOO_MANY_MESSAGES',
  'CHAT_NOT_FOUND',
  'AI_CHAT_DISABLED',
  'REPLY_IN_PROGRESS',
  'INSUFFICIENT_CREDITS',
  'CREDITS_OWED',
  'REPLY_LIMIT_TOO_LOW',
  'DAY_LIMIT_REACHED',
  'MODEL_UNAVAILABLE',
  'STREAM_EXPIRED',
] as const;
const chatting = {
  method: 'POST',
  tag: 'agents',
  service: 'agent',
  response: 'events',
  bodyBytesMax: CHAT_BODY_BYTES_MAX,
  limits: ['requests', 'messages'],
  // A message may wait for its turn when many come at once.
  timeoutMs: 30_000,
  output: chatEvent,
  errors: chatErrors,
} as const;

export const AGENT_ROUTES = {
  getConversationHistory: route({
    method: 'GET',
    path: '/conversations/{id}/history',
    tag: 'agents',
    service: 'agent',
    summary: 'Messages of a conversation with both agents, oldest first',
    input: z.strictObject({ id }),
    output: z.object({
      messages: z.array(conversationMessage).max(CONVERSATION_MESSAGES_MAX),
      pricing: z.object({ strategy: pricing, discovery: pricing }),
      /** A demo model answers. */
      demo: z.boolean(),
      limits: z.object({ ...limits, spent_today_vut: z.number() }),
    }),
    errors: ['CHAT_NOT_FOUND'],
  }),
  changeAgentLimits: route({
    method: 'PUT',
    path: '/conversations/limits',
    tag: 'agents',
    service: 'agent',
    summary: 'The most that a reply, and a day of replies and tools, may cost',
    input: z.strictObject({ per_reply_vut: limit, per_day_vut: limit }),
    output: z.object(limits),
  }),
  chatWithStrategyAgent: route({
    ...chatting,
    path: '/agents/strategy/chat/stream',
    summary: 'Talk to the Strategy agent',
    input: chatMessage('strategy'),
  }),
  chatWithDiscoveryAgent: route({
    ...chatting,
    path: '/agents/discovery/chat/stream',
    summary: 'Talk to the Discovery agent',
    input: chatMessage('discovery'),
  }),
  watchReply: route({
    method: 'GET',
    path: '/conversations/{id}/replies/{reply_id}/stream',
    tag: 'agents',
    service: 'agent',
    response: 'events',
    summary: 'A reply from its beginning to its end, as server-sent events',
    input: z.strictObject(reply),
    output: chatEvent,
    errors: ['REPLY_NOT_FOUND'],
  }),
  stopReply: route({
    method: 'POST',
    path: '/conversations/{id}/replies/{reply_id}/stop',
    budgets: ENDS,
    tag: 'agents',
    service: 'agent',
    summary: 'Stop a reply; it costs what came of it',
    input: z.strictObject(reply),
    output: z.object({}),
    errors: ['REPLY_NOT_FOUND'],
  }),
  keepResult: route({
    method: 'POST',
    path: '/conversations/{id}/replies/{reply_id}/results/{result_id}/keep',
    tag: 'agents',
    service: 'agent',
    limits: ['requests', 'runs'],
    summary: 'Keep a backtest of a reply as a run of the chat, with its folder; the reply has paid for it',
    input: z.strictObject({ ...reply, result_id: id }),
    /** The same again is the same run. */
    output: z.object({ run_id: id, strategy_filename: z.string() }),
    errors: [
      'REPLY_NOT_FOUND',
      'RESULT_NOT_KEPT',
      'CHAT_NOT_FOUND',
      'TOO_MANY_STRATEGY_FILES',
      'TOO_MANY_FILES_OF_USER',
      'STORAGE_FULL',
      'SAVED_BYTES_LIMIT',
      'TOO_MANY_RUNS',
      'TOO_MANY_RESULTS',
      'FAILED_RUNS_LIMIT',
    ],
  }),
} as const;
