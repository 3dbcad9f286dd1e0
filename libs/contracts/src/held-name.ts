// The benchmark of a result in words: its coins bought in equal parts at the start and held.
import { QUOTE_CURRENCY } from './constants.ts';

const ALL_COINS = 'all coins equally';

/** As in "Hold BTC" and "holding all coins equally". */
export const heldName = (portfolio: readonly string[]): string => {
  const [first = '', ...others] = portfolio.filter((coin) => coin !== QUOTE_CURRENCY);
  return others.length === 0 && first !== '' ? first : ALL_COINS;
};
