// Facts about the chat in the agent's instructions: its portfolio, and the days that can be asked about.
import { PORTFOLIO, portfolioOf } from './portfolio-problems.ts';

export type ChatFacts = {
  /** Without USDT; empty where the instructions do not name it. */
  readonly portfolio: readonly string[];
  /** As `2025-10-08`; null where the instructions do not name them. */
  readonly today: string | null;
  /** The last day of backtests. */
  readonly lastDay: string | null;
};

export const chatFacts = (instructions: string): ChatFacts => ({
  portfolio: (portfolioOf(instructions) ?? []).filter((entry) => entry !== 'USDT'),
  today: /^Today: (\d{4}-\d\d-\d\d)\b/m.exec(instructions)?.[1] ?? null,
  lastDay: /\bBacktests end on (\d{4}-\d\d-\d\d)\b/.exec(instructions)?.[1] ?? null,
});

/** The instructions of a chat that has this portfolio. */
export const withPortfolio = (instructions: string, coins: readonly string[]): string =>
  instructions.replace(PORTFOLIO, `Portfolio: ${['USDT', ...new Set(['BTC', ...coins])].join(', ')}.`);
