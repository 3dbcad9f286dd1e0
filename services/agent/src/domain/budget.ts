// How the reservation of a reply is spread over the rounds of its model. Pure.
import { type MicroVut, microVutOf } from '@tradeium/contracts';
import { outputTokensFor, type Prices } from './pricing.ts';

/** How often a model may be asked in one reply. */
export const ROUNDS_MAX = 10;
/** How many tools one answer of a model may call, and a whole reply. */
export const CALLS_PER_ROUND_MAX = 8;
export const CALLS_MAX = 40;
/** With room for fewer tokens no round begins. */
const OUTPUT_TOKENS_LEAST = 200;

/** How long an answer may be after a prompt of so many tokens, within a model's context; null where none fits. */
export const roomFor = (contextTokens: number, promptTokens: number): number | null => {
  const room = contextTokens - promptTokens;
  return room < OUTPUT_TOKENS_LEAST ? null : room;
};

/** With less than that no round begins. */
export const leastFor = (prices: Prices, promptTokens: number): MicroVut =>
  microVutOf(promptTokens * prices.input + OUTPUT_TOKENS_LEAST * prices.output);

/** How long the answer of a round may be, so that what is left pays for it; null: the round may not begin. */
export const roundLimit = (
  prices: Prices,
  left: MicroVut,
  promptTokens: number,
  maxOutputTokens: number,
): number | null => {
  const tokens = Math.min(maxOutputTokens, outputTokensFor(prices, left, promptTokens));
  return tokens < OUTPUT_TOKENS_LEAST ? null : tokens;
};
