// The coins that a text names, by ticker or by name.
import { MARKETS } from '../exchange/markets.ts';

export const ALL_COINS: readonly string[] = MARKETS.map(({ coin }) => coin);

const NAMES: Readonly<Record<string, string>> = {
  bitcoin: 'BTC',
  ethereum: 'ETH',
  ether: 'ETH',
  solana: 'SOL',
  cardano: 'ADA',
  polkadot: 'DOT',
  avalanche: 'AVAX',
  chainlink: 'LINK',
  uniswap: 'UNI',
  cosmos: 'ATOM',
  litecoin: 'LTC',
  stellar: 'XLM',
  vechain: 'VET',
  filecoin: 'FIL',
  dogecoin: 'DOGE',
  ripple: 'XRP',
  tron: 'TRX',
};

/** Everyday words that are tickers in capitals only. */
const EVERYDAY = new Set(['DOT', 'LINK', 'UNI', 'ATOM', 'SOL', 'VET', 'FIL', 'ETC']);

const tickerOf = (word: string): string | undefined => {
  const upper = word.toUpperCase();
  const isTicker = ALL_COINS.includes(upper) && (word === upper || !EVERYDAY.has(upper));
  return isTicker ? upper : NAMES[word.toLowerCase()];
};

/** Each once, in the order in which they are named. */
export const coinsNamed = (text: string): string[] => [
  ...new Set((text.match(/[A-Za-z]+/g) ?? []).flatMap((word) => tickerOf(word) ?? [])),
];
