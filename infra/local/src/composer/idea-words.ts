// An idea in words: the title of its file, what it does, and when that fails.
import {
  type Cadence,
  type Filter,
  type Period,
  type Ranking,
  type Score,
  type Signal,
  WEEKDAYS,
  type Window,
} from '../idea/idea.ts';
import { type Complete, periodWords } from './complete-idea.ts';
import { STOP_LOOKS_BACK } from './timing-code.ts';

export const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;

/** "a, b and c". */
export const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** "90-day". */
const adjective = ({ count, unit }: Period): string => `${count}-${unit.slice(0, -1)}`;
const of = (period: Period | undefined): string => (period ? `${adjective(period)} ` : '');

const averageWords = (signal: { readonly period?: Period; readonly isExponential: boolean }): string =>
  `${of(signal.period)}${signal.isExponential ? 'exponential ' : ''}average`;

type SignalWords = { readonly [Kind in Signal['kind']]: (signal: Extract<Signal, { kind: Kind }>) => string };

const SIGNALS: SignalWords = {
  change: ({ period, over, isLess }) => {
    const by =
      over === 0
        ? ''
        : ` by ${over < 0 && !isLess ? 'no less than −' : 'more than '}${percent(Math.abs(over))}`;
    return `${isLess ? 'has fallen' : 'has risen'}${by} over ${period ? periodWords(period) : 'its lookback'}`;
  },
  average: (signal) => {
    const side = signal.isBelow ? 'below' : 'above';
    const fast = signal.fast ? `has its ${of(signal.fast)}average ${side}` : `is ${side}`;
    return `${fast} its ${averageWords(signal)}`;
  },
  breakout: ({ period, exit }) =>
    `has closed above its ${of(period)}high, until it closes below its ${of(exit)}low`,
  rsi: ({ period, below, above }) =>
    `has had an RSI${period ? ` (${periodWords(period)})` : ''} below ${below}, until that is above ${above}`,
  'rsi-level': ({ period, level, isBelow }) =>
    `has an RSI${period ? ` (${periodWords(period)})` : ''} ${isBelow ? 'below' : 'above'} ${level}`,
  reversion: ({ period, deviations, exit }) =>
    `has closed ${deviations} standard deviations below its ${of(period)}average, until it is ${exit === 0 ? 'back there' : `${exit} of them above it`}`,
  macd: ({ isZeroLine, isBelow }) =>
    `has its MACD line ${isBelow ? 'below' : 'above'} ${isZeroLine ? 'zero' : 'its signal line'}`,
  'range-middle': ({ period }) => `is above the middle of its ${of(period)}range`,
  'from-high': ({ period, share, isNear }) =>
    `is ${isNear ? 'within' : 'at least'} ${percent(share)} ${isNear ? 'of' : 'below'} its ${of(period)}high`,
  volume: ({ period }) => `has more volume than its ${of(period)}average`,
};

export const signalWords = (signal: Signal): string =>
  (SIGNALS[signal.kind] as (own: Signal) => string)(signal);

const SCORES = {
  momentum: 'momentum',
  volatility: 'volatility',
  ratio: 'ratio of return to volatility',
  rsi: 'RSI',
  distance: 'distance from its average',
  volume: 'volume in USDT',
  nearness: 'nearness to its high',
} as const;

const universe = ({ coins, without, weighting }: Complete): string => {
  if (weighting.kind === 'fixed')
    return listed(Object.entries(weighting.shares).map(([coin, share]) => `${percent(share)} ${coin}`));
  if (coins) return listed(coins);
  return without ? `all coins but ${listed(without)}` : 'all coins';
};

const rankedWords = ({ kind, period }: Score, { order, count }: Ranking): string => {
  if (kind !== 'nearness') return `with the ${order} ${of(period)}${SCORES[kind]}`;
  return `${order === 'highest' ? 'closest to' : 'furthest below'} ${count === 1 ? 'its' : 'their'} ${of(period)}high`;
};

const holdings = (idea: Complete): string => {
  const { score, ranking, signals, coins, without, weighting } = idea;
  const conditions = signals.map(signalWords).join(', and ');
  if (score && ranking) {
    const many = ranking.isHalf
      ? 'the half of the coins'
      : ranking.count === 1
        ? 'the coin'
        : `the ${ranking.count} coins`;
    const among = coins || without ? ` among ${universe(idea)}` : '';
    const each = ranking.count === 1 ? 'if it' : 'each only if it';
    return `${many}${among} ${rankedWords(score, ranking)}${signals.length > 0 ? `, ${each} ${conditions}` : ''}`;
  }
  if (signals.length === 0) return universe(idea);
  if (weighting.kind === 'fixed') return `${universe(idea)}, each while it ${conditions}`;
  if (coins?.length === 1) return `${coins[0]} while it ${conditions}`;
  const among = coins || without ? ` of ${universe(idea)}` : '';
  return `each coin${among} that ${conditions}`;
};

const WEIGHTINGS = {
  equal: 'in equal parts',
  'inverse-volatility': 'weighted by the inverse of their volatility',
  'risk-parity': 'so that each brings the same risk',
  'minimum-variance': 'in the mix of least variance',
  proportional: 'in proportion to their momentum',
  fixed: '',
} as const;

const weightingWords = ({ weighting, coins, ranking }: Complete): string => {
  const isOne = coins?.length === 1 || ranking?.count === 1;
  if (isOne && weighting.kind !== 'fixed') return '';
  const period = 'period' in weighting && weighting.period ? ` (${periodWords(weighting.period)})` : '';
  return `${WEIGHTINGS[weighting.kind]}${period}`;
};

export const cadenceWords = (cadence: Cadence): string => {
  switch (cadence.kind) {
    case 'interval':
      return cadence.interval === '1d'
        ? 'every day'
        : cadence.interval === 'weekly'
          ? 'every week'
          : `every ${Number.parseInt(cadence.interval, 10)} hours`;
    case 'weekday':
      return `every ${WEEKDAYS[cadence.day]}`;
    case 'monthly':
      return cadence.day === 'first' ? 'at the first of each month' : 'on the last day of each month';
    default:
      return `every ${cadence.days} days`;
  }
};

const windowWords = (window: Window): string =>
  window.kind === 'week'
    ? `from the open of ${WEEKDAYS[window.from]} to that of ${WEEKDAYS[(window.from + window.days) % WEEKDAYS.length]} (UTC)`
    : [
        window.last > 0 ? `in the last ${window.last} days of a month` : '',
        window.first > 0
          ? `in the first ${window.first} days of ${window.last > 0 ? 'the next' : 'a month'}`
          : '',
      ]
        .filter(Boolean)
        .join(' and ');

const filterWords = (filter: Filter): string => {
  const market = filter.market ?? 'the market (all coins in equal parts)';
  const side = filter.isBelow ? 'below' : 'above';
  switch (filter.kind) {
    case 'average':
      return `while ${filter.fast ? `the ${of(filter.fast)}average of ` : ''}${market} is ${side} its ${averageWords(filter)}`;
    case 'change':
      return `while ${market} is ${filter.isBelow ? 'down' : 'up'}${filter.over === 0 ? '' : ` (against ${percent(filter.over)})`} over ${periodWords(filter.period as Period)}`;
    case 'rsi':
      return `while the RSI of ${market} is ${side} ${filter.level}`;
    case 'volatility':
      return `while ${market} moves ${filter.isBelow ? 'less' : 'more'} than ${percent(filter.level)} a year`;
    default:
      return `until ${market} has fallen ${percent(filter.fall)} from its ${of(filter.period)}high, and again ${filter.back ? `from its next ${of(filter.back)}high on` : 'once it is no longer so far below'}`;
  }
};

type Circumstances = { readonly isAtOnce: boolean; readonly perDay: number };

const limitsOf = ({
  cap,
  volatility,
  trailingStop,
  entryStop,
  profit,
  band,
  weighting,
}: Complete): string[] => [
  ...(cap === undefined
    ? weighting.kind === 'minimum-variance'
      ? ['at most 40 % in a coin']
      : []
    : [`at most ${percent(cap)} in a coin`]),
  ...(volatility
    ? [`less of all when they move more, for ${percent(volatility.target)} volatility a year`]
    : []),
  ...(trailingStop === undefined
    ? []
    : [
        `a coin is sold ${percent(trailingStop)} below its highest close since it was bought, of ${periodWords(STOP_LOOKS_BACK)} at most, and bought back once it is no longer that far below`,
      ]),
  ...(entryStop === undefined ? [] : [`a coin is sold at a loss of ${percent(entryStop)}`]),
  ...(profit === undefined ? [] : [`a coin is sold at a profit of ${percent(profit)}`]),
  ...(band === undefined ? [] : [`a share may drift by ${percent(band)}`]),
];

/** Describes the strategy part by part. */
export const describe = (idea: Complete, { isAtOnce, perDay }: Circumstances): string => {
  const { cadence, window, filter } = idea;
  const when = window ? windowWords(window) : cadence ? cadenceWords(cadence) : '';
  const held = ['holds', holdings(idea), weightingWords(idea)]
    .filter(Boolean)
    .join(' ')
    .replace(/ (in equal|weighted|so that|in the mix|in proportion)/, ', $1');
  const market = filter ? `, ${filterWords(filter)}${isAtOnce ? ' (looked at after each bar)' : ''}` : '';
  const limits = limitsOf(idea);
  const first = `${when ? `${when}, it ` : 'It '}${held}${market}.`;
  const more = limits.length > 0 ? ` Limits: ${limits.join('; ')}.` : '';
  const inBars = perDay === 1 ? '' : ` A day is ${Number(perDay.toFixed(4))} bars.`;
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}${more} The rest is USDT.${inBars}`;
};

const SIGNAL_TITLES: Readonly<Record<Signal['kind'], string>> = {
  change: 'Momentum',
  average: 'Moving average',
  breakout: 'Donchian breakout',
  rsi: 'RSI reversal',
  'rsi-level': 'RSI strength',
  reversion: 'Mean reversion',
  macd: 'MACD',
  'range-middle': 'Middle of the range',
  'from-high': 'Distance from the high',
  volume: 'Volume',
};
const WEIGHTING_TITLES = {
  equal: 'Equal weight',
  'inverse-volatility': 'Inverse volatility',
  'risk-parity': 'Risk parity',
  'minimum-variance': 'Minimum variance',
  proportional: 'Weighted by momentum',
  fixed: 'Fixed shares',
} as const;

/** The main part, and the condition on the market. */
export const titleOf = (idea: Complete): string => {
  const { score, ranking, signals, window, weighting, volatility, filter, coins } = idea;
  const first = signals[0];
  const ranked =
    ranking && score
      ? `${ranking.order === 'highest' ? 'Top' : 'Bottom'} ${ranking.isHalf ? 'half' : ranking.count} by ${SCORES[score.kind]}`
      : undefined;
  const windowed = window && (window.kind === 'month' ? 'Turn of the month' : 'Days of the week');
  const main =
    ranked ??
    (first && SIGNAL_TITLES[first.kind]) ??
    windowed ??
    (volatility ? 'Volatility target' : WEIGHTING_TITLES[weighting.kind]);
  return `${main}${coins && !ranked ? ` on ${listed(coins)}` : ''}${filter ? ' with a market filter' : ''}`;
};

const FAILS: Readonly<Record<Signal['kind'], string>> = {
  change:
    'prices turn often without going anywhere: it buys after each rise and sells after each fall, and pays fees for both.',
  average:
    'prices move sideways around the average: each crossing is a trade, and most of them lose a little.',
  breakout:
    'prices move sideways in a wide range: most breakouts then fail, and few long trends have to pay for many small losses.',
  rsi: 'a coin keeps falling: the index stays low for weeks, and the coin is held all the way down.',
  'rsi-level': 'the index swings around its level: each crossing is a trade.',
  reversion: 'a fall is the beginning of a longer one: it buys early, and holds all the way down.',
  macd: 'prices move sideways: the lines cross often, and each crossing is a trade.',
  'range-middle': 'prices move sideways around the middle of their range: each crossing is a trade.',
  'from-high':
    'the distance from a high says nothing about what comes: a dip can go on, and a high can be the last one.',
  volume: 'volume rises for reasons that have nothing to do with the direction of prices.',
};

export const failsWhen = ({ score, ranking, signals, window, volatility, weighting }: Complete): string => {
  const [first] = signals;
  if (score && ranking)
    return `Fails when: the ranking changes quickly. It buys what ranked ${ranking.order} in the past, holds few coins, and is late at a turn.`;
  if (first) return `Fails when: ${FAILS[first.kind]}`;
  if (window)
    return 'Fails when: the pattern of the calendar is chance. Of many rules about dates some always look good afterwards, and each period pays fees.';
  if (volatility) return 'Fails when: prices jump out of a calm, as the position is largest then.';
  if (weighting.kind === 'equal' || weighting.kind === 'fixed')
    return 'Fails when: all coins fall together. Nothing but its conditions protects it in a falling market.';
  return 'Fails when: all coins fall together, or the calm coins of the past become the wild ones.';
};
