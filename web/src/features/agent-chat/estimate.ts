// The most that a message can cost, before it is sent.
import {
  AGENT_RUNS_BACKTESTS,
  estimateReplyCost,
  estimateTryCost,
  type TradingSettings,
  toVut,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import type { ChatFacts, Conversation } from './conversation.ts';

/** Instructions, the reference of the SDK and the tools, which come before every conversation. */
const PROMPT_TOKENS = 8_000;

/** A token is one byte at least. */
const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

/** A limit is never shown lower than it is. */
export const tenthsUp = (vut: number): number => Math.ceil(vut * 10) / 10;

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
  const tokens = Math.min(PROMPT_TOKENS + said + bytesOf(text), price.context_tokens);
  const runCost = AGENT_RUNS_BACKTESTS[agent] ? estimateTryCost(settings) : ZERO_MICRO_VUT;
  const cost = toVut(estimateReplyCost(price, tokens, price.max_output_tokens, runCost));
  return tenthsUp(Math.min(cost, capOf(facts)));
};

/** The part of it that the user's limits leave. */
const capOf = ({ limits }: ChatFacts): number => {
  const today = limits.per_day_vut === null ? Infinity : limits.per_day_vut - limits.spent_today_vut;
  return Math.max(0, Math.min(limits.per_reply_vut ?? Infinity, today));
};
