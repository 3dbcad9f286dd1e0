// The coins of an idea: how a text carries them from one agent to the other, and the portfolio that they make.
import { COINS, FIXED_PORTFOLIO, PORTFOLIO_ENTRIES_MAX } from './constants.ts';

const KNOWN: readonly string[] = COINS;

/** A portfolio of known coins, each once, USDT and BTC always among them, ten entries at most. */
export const portfolioOf = (entries: readonly unknown[]): string[] =>
  [...new Set([...FIXED_PORTFOLIO, ...entries.filter((entry) => KNOWN.includes(entry as string))])].slice(
    0,
    PORTFOLIO_ENTRIES_MAX,
  ) as string[];

const LINE = /\bcoins:[ *]{0,4}(?=([^\n.;:]{2,160}))/gi;

/** The coins that the text of an idea carries, as its last line of them says; none where it has no such line. */
export const coinsOfIdea = (text: string): string[] => {
  const words = [...text.matchAll(LINE)].at(-1)?.[1]?.match(/[A-Z]+/g) ?? [];
  return [...new Set(words.filter((word) => KNOWN.includes(word)))];
};
