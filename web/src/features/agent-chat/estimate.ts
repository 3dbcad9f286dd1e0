// The most that a message can cost, before it is sent.
import {
  AGENT_PROMPTS_RESERVED,
  AGENT_TRIES_MAX,
  estimateRunCost,
  type TradingSettings,
  toVut,
} from '@tradeium/contracts';
import type { ChatFacts, Conversation } from './conversation.ts';
import type { Price } from './message.ts';

const TOKENS_PER_PRICE = 1_000_000;
/** Instructions, the reference of the SDK and the tools, which come before every conversation. */
const PROMPT_TOKENS = 8_000;

/** A token is one byte at least. */
const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

/** A limit is never shown lower than it is. */
export const tenthsUp = (vut: number): number => Math.ceil(vut * 10) / 10;

/** What an answer to this many tokens costs at most, in VUT. */
const costAtMost = (inputTokens: number, price: Price): number => {
  const read = AGENT_PROMPTS_RESERVED * Math.min(inputTokens, price.context_tokens) * price.input;
  return (read + price.max_output_tokens * price.output) / TOKENS_PER_PRICE;
};

/** What the agent's backtests cost at most, in VUT; only the Strategy agent runs some. */
const runsAtMost = ({ agent }: Conversation, settings: TradingSettings): number =>
  agent === 'strategy' ? AGENT_TRIES_MAX * toVut(estimateRunCost(settings)) : 0;

/** Rounded up to tenths; null before the prices are known. */
export const atMostVut = (
  conversation: Conversation,
  text: string,
  settings: TradingSettings,
): number | null => {
  const { messages, facts, agent } = conversation;
  const price = facts?.pricing[agent];
  if (!facts || !price) return null;
  const said = messages.reduce(
    (sum, message) => sum + (message.kind === 'user' || message.kind === 'agent' ? bytesOf(message.text) : 0),
    0,
  );
  const cost = costAtMost(PROMPT_TOKENS + said + bytesOf(text), price) + runsAtMost(conversation, settings);
  return tenthsUp(Math.min(cost, capOf(facts)));
};

/** What the user's own limits leave of it. */
const capOf = ({ limits }: ChatFacts): number => {
  const today = limits.per_day_vut === null ? Infinity : limits.per_day_vut - limits.spent_today_vut;
  return Math.max(0, Math.min(limits.per_reply_vut ?? Infinity, today));
};
