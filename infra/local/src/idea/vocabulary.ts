// The words that readers know, the names of coins, and the words that say nothing about a strategy.
import { MARKETS } from '@tradeium/paper-exchange/markets';

export const TICKERS: ReadonlySet<string> = new Set(MARKETS.map(({ coin }) => coin));

const COIN_NAMES: Readonly<Record<string, string>> = {
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

/** Tickers that are words of everyday language too: these count in capitals only. */
const AMBIGUOUS = new Set(['DOT', 'LINK', 'UNI', 'ATOM', 'SOL', 'NEAR', 'VET', 'FIL', 'ETC']);

/** The ticker that a word means. */
export const tickerOf = (raw: string): string | undefined => {
  const upper = raw.toUpperCase();
  if (TICKERS.has(upper) && (raw === upper || !AMBIGUOUS.has(upper))) return upper;
  const named = COIN_NAMES[raw.toLowerCase()];
  return named !== undefined && TICKERS.has(named) ? named : undefined;
};

const SYNONYMS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['ma', 'sma', 'mas', 'smas', 'average', 'averages', 'mavg', 'dma'].map((word) => [word, 'avg']),
  ),
  emas: 'ema',
  dema: 'ema',
  vol: 'volatility',
  vola: 'volatility',
  vols: 'volatility',
  volatilities: 'volatility',
  mom: 'momentum',
  returns: 'return',
  performance: 'return',
  gains: 'return',
  gain: 'return',
  rebal: 'rebalance',
  rebals: 'rebalance',
  reb: 'rebalance',
  cryptos: 'coins',
  crypto: 'coins',
  cryptocurrencies: 'coins',
  cryptocurrency: 'coin',
  assets: 'coins',
  asset: 'coin',
  tokens: 'coins',
  token: 'coin',
  altcoins: 'coins',
  alts: 'coins',
  names: 'coins',
  pct: '%',
  percent: '%',
  percentage: '%',
  sigmas: 'deviations',
  sigma: 'deviations',
  sd: 'deviations',
  stdev: 'deviations',
  std: 'deviations',
  deviation: 'deviations',
  hodl: 'hold',
  holds: 'hold',
  holding: 'hold',
  holdings: 'hold',
  buys: 'buy',
  buying: 'buy',
  owns: 'own',
  sells: 'sell',
  selling: 'sell',
  tether: 'usdt',
  stables: 'usdt',
  stablecoin: 'usdt',
  stablecoins: 'usdt',
  usd: 'usdt',
  dollars: 'usdt',
  '&': 'and',
  '>': 'above',
  '<': 'below',
  twice: '2 times',
  weekends: 'weekend',
  weekdays: 'weekday',
};

const NUMBERS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ');
/** True if a text says how many, in digits or as a word; "one" is too common a word to count. */
export const saysNumber = (text: string): boolean =>
  /\d/.test(text) ||
  text
    .toLowerCase()
    .split(/\W+/)
    .some((word) => NUMBERS.indexOf(word) > 1 || TENS[word] !== undefined);

const TENS: Readonly<Record<string, string>> = {
  twenty: '20',
  thirty: '30',
  forty: '40',
  fifty: '50',
  sixty: '60',
  ninety: '90',
  hundred: '100',
};

/** Words of two letters and more that are written wrong often; one slip in a longer one is mended. */
const KNOWN =
  `momentum volatility inverse inversely average strongest weakest weekly monthly rebalance rebalanced rebalancing
portfolio breakout breakouts strategy reversion parity variance minimum maximum trailing relative strength donchian channel
equal equally weight weighted weighting weights monday mondays tuesday wednesday thursday friday fridays saturday sunday coins highest
lowest return bitcoin ethereum oversold percent standard deviations target calendar crossover moving exponential drawdown otherwise
bollinger ranking ranked quarterly fortnightly positive negative crosses market volume proportional`.split(
    /\s+/,
  );

const isOneSlip = (word: string, known: string): boolean => {
  if (Math.abs(word.length - known.length) > 1) return false;
  let at = 0;
  while (at < word.length && word[at] === known[at]) at += 1;
  const [rest, wanted] = [word.slice(at), known.slice(at)];
  return (
    rest.slice(1) === wanted.slice(1) ||
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2))
  );
};

const LETTERS_OF_SLIP = 5;

/** The word as which a word of a message is read. */
export const canonical = (lower: string): string => {
  const number = NUMBERS.indexOf(lower);
  if (number >= 0) return String(number);
  const known = SYNONYMS[lower] ?? TENS[lower];
  if (known !== undefined) return known;
  if (lower.length < LETTERS_OF_SLIP || KNOWN.includes(lower) || FILLER.has(lower)) return lower;
  const meant = KNOWN.find((each) => isOneSlip(lower, each));
  return meant === undefined ? lower : (SYNONYMS[meant] ?? meant);
};

/** Words that ask, join or praise: left unread, they are no part that is missing. */
export const FILLER: ReadonlySet<string> = new Set(
  `a an the this that these those it its it's they them their there here i i'd i'm i'll me my we us our you your he she
  is are was were be been being am do does did done doing have has had having can could should would will shall may might must
  want wants wanted like need needs please pls thanks thank hello hi hey ok okay so well just simply simple basic good nice
  and or but also then than too as at by for from in into of off on onto out over per to up with within without via among across
  between during about if when while whenever where which who whose what how not no yes all any each every both some same other
  others rest everything anything something nothing one ones only always ever never else otherwise again still already
  strategy strategies idea ideas portfolio portfolios bot code write build create make makes made making give test backtest try
  trade trades trading traded trader coin coins money capital cash usdt position positions allocation allocate allocated allocations
  invest invested investing hold held own buy bought sell sold keep kept stay stays use uses used using based go goes get take takes
  pick picks select selects choose chooses chosen rank ranks ranked put puts set sets weight weights weighted weighting size
  sized share shares part parts amount amounts split spread rebalance rebalances rebalanced rebalancing check checked checking
  update updated review rotate rotates rotation rotating switch switching changed change changes adjust adjusted run runs let
  let's see looking look looks back lookback window period periods last past previous prior trailing recent current currently now
  new long term only-long market markets price prices close closes closing value values level levels daily candles candle bars bar
  day days week weeks month months year years time times open opens most least more less much many few very really total
  given according condition conditions rule rules signal signals system approach method think maybe perhaps instead rather best
  above below under high higher low lower first whole entire full fully number because since such via e.g i.e eg etc
  remain remaining remains available overall together simply right away once after before end begin start until unless
  measured calculated computed compared relative equivalent called named known means mean want'd ensure version classic standard
  whatever whichever vs versus re reevaluated evaluated evaluate re-evaluated reviewed size sizes sizing swing contrarian style crypto forever long-only respectively exactly roughly around approximately completely universe basket list thing things`.split(
    /\s+/,
  ),
);
