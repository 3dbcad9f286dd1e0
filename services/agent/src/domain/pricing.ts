// The price of tokens, and how many of them a reservation pays for. Amounts are integers of 10⁻⁶ VUT.
import { type MicroVut, microVutOf, type TokenUsage } from '@tradeium/contracts';

/** The prices of one model: 10⁻⁶ VUT for a token, which is VUT for a million of them. */
export type Prices = { readonly input: number; readonly cached: number; readonly output: number };

export const NO_USAGE: TokenUsage = { input: 0, cached: 0, output: 0 };

export const addUsage = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  input: a.input + b.input,
  cached: a.cached + b.cached,
  output: a.output + b.output,
});

/** The price of what was used; cached input is part of the input, and never more than all of it. */
export const costOfTokens = (
  prices: Prices,
  { input, cached, output }: TokenUsage,
  isOutputFree = false,
): MicroVut => {
  const fromCache = Math.min(cached, input);
  const outputCost = isOutputFree ? 0 : output * prices.output;
  return microVutOf((input - fromCache) * prices.input + fromCache * prices.cached + outputCost);
};

/** Usage as a provider reports it, held to what can be true: its prompt and its answer were bounded. */
export const boundedUsage = (
  { input, cached, output }: TokenUsage,
  most: { readonly input: number; readonly output: number },
): TokenUsage => {
  const whole = (tokens: number, limit: number) =>
    Number.isFinite(tokens) ? Math.min(Math.max(0, Math.round(tokens)), limit) : limit;
  const bounded = whole(input, most.input);
  return { input: bounded, cached: whole(cached, bounded), output: whole(output, most.output) };
};

/** The output tokens that what is left pays for, after a prompt of this size; less than 1: not even one. */
export const outputTokensFor = (prices: Prices, left: number, inputTokens: number): number =>
  Math.floor((left - inputTokens * prices.input) / prices.output);
