// Needs of an idea that the chat's portfolio does not meet.
import type { Idea } from '../idea/idea.ts';

/** Where the agent's instructions name it. */
export const PORTFOLIO = /^Portfolio: ([A-Z0-9, ]{1,200})\./m;

/** The portfolio as the agent's instructions name it; undefined where they do not. */
export const portfolioOf = (instructions: string): readonly string[] | undefined =>
  PORTFOLIO.exec(instructions)?.[1]?.split(', ');

export type MissingCoins = {
  readonly coins: readonly string[];
  /** Without them the strategy cannot run at all. */
  readonly isNeeded: boolean;
};

/** Coins that an idea names and the portfolio lacks. */
export const missingCoins = (
  { coins = [], weighting, filter }: Idea,
  portfolio: readonly string[] | undefined,
): MissingCoins => {
  const lacks = (coin: string): boolean => portfolio !== undefined && !portfolio.includes(coin);
  const market = filter?.market;
  if (market !== undefined && lacks(market)) return { coins: [market], isNeeded: true };
  const named = weighting?.kind === 'fixed' ? Object.keys(weighting.shares) : coins;
  const missing = named.filter(lacks);
  return { coins: missing, isNeeded: missing.length > 0 && missing.length === named.length };
};

/** A ranking needs more coins than it picks; null where it has them, or where they are not known. */
export const rankingProblem = (top: number | undefined, verified: unknown): string | null => {
  const coins = Number(
    /, (\d+) coins?\b/.exec(typeof verified === 'string' ? verified : '')?.[1] ?? Number.NaN,
  );
  if (top === undefined || Number.isNaN(coins) || coins > top) return null;
  const had = coins === 1 ? '1 coin' : `${coins} coins`;
  return `Warning: it picks ${top} coins, but this run had only ${had}, so the ranking left none out. Name a smaller number, or add coins to Portfolio in the settings.`;
};
