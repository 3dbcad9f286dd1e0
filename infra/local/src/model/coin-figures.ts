// The answer of the tool with the figures of coins, and the table that a question about them gets.
import { z } from 'zod';
import type { CoinQuestion, Measure } from './coin-question.ts';
import { decimal, percent, signedPercent } from './figures.ts';

const figure = z.number().nullable();
export const statistics = z.object({
  from: z.string(),
  to: z.string(),
  coins: z.array(
    z.object({
      coin: z.string(),
      total_return: figure,
      annual_volatility: figure,
      max_drawdown: figure,
      momentum: z.object({ d30: figure, d90: figure, d365: figure }),
      days_above_average_200: figure,
      regimes: z.object({ now: z.string(), now_for_days: z.number() }).nullable(),
    }),
  ),
  correlations: z.array(z.object({ a: z.string(), b: z.string(), correlation: z.number() })),
  left_out: z.array(z.string()),
  made_up_candles: z.number(),
});
export type Statistics = z.output<typeof statistics>;
type Coin = Statistics['coins'][number];

/** Of each pair with one coin. */
const correlationsWith = ({ correlations }: Statistics, coin: string): ReadonlyMap<string, number> =>
  new Map(
    correlations.flatMap(({ a, b, correlation }) =>
      a === coin ? [[b, correlation] as const] : b === coin ? [[a, correlation] as const] : [],
    ),
  );

type Figure = {
  readonly name: string;
  readonly value: (coin: Coin) => number | null;
  readonly write: (value: number) => string;
};

const RETURN: Figure = { name: 'Return', value: ({ total_return }) => total_return, write: signedPercent };
const VOLATILITY: Figure = {
  name: 'Volatility a year',
  value: ({ annual_volatility }) => annual_volatility,
  write: percent,
};
const DRAWDOWN: Figure = {
  name: 'Deepest drawdown',
  value: ({ max_drawdown }) => max_drawdown,
  write: percent,
};
const lastDays = (days: 30 | 90 | 365): Figure => ({
  name: `Last ${days} days`,
  value: ({ momentum }) => momentum[`d${days}`],
  write: signedPercent,
});
const MOMENTUM = lastDays(90);
const TREND: Figure = {
  name: 'Days above the 200-day average',
  value: ({ days_above_average_200 }) => days_above_average_200,
  write: percent,
};

/** The figure of a measure; what orders the rows may be another one that is not shown. */
const figureOf = (measure: Measure | null, against: ReadonlyMap<string, number>, other: string): Figure => {
  switch (measure) {
    case 'correlation':
      return {
        name: `Correlation with ${other}`,
        value: ({ coin }) => against.get(coin) ?? null,
        write: decimal,
      };
    case 'volatility':
      return VOLATILITY;
    case 'drawdown':
      return DRAWDOWN;
    case 'momentum 30':
      return lastDays(30);
    case 'momentum 365':
      return lastDays(365);
    case 'momentum 90':
      return MOMENTUM;
    case 'trend':
      return TREND;
    default:
      return RETURN;
  }
};

const perRisk = ({ total_return, annual_volatility }: Coin): number | null =>
  total_return === null || !annual_volatility ? null : total_return / annual_volatility;

export type Ranked = {
  readonly coins: readonly Coin[];
  readonly figure: Figure;
  /** In words, such as "highest return". */
  readonly order: string;
};

/** The pairs that the tool has, those that the question wants first. */
const pairsOf = ({ correlations }: Statistics, isLeast: boolean): Statistics['correlations'] =>
  correlations.toSorted((a, b) => (isLeast ? 1 : -1) * (a.correlation - b.correlation));

/** The coins as the pairs name them. */
const byPairs = (found: Statistics, isLeast: boolean, figure: Figure): Ranked => {
  const names = [...new Set(pairsOf(found, isLeast).flatMap(({ a, b }) => [a, b]))];
  const at = ({ coin }: Coin): number => (names.includes(coin) ? names.indexOf(coin) : names.length);
  return {
    coins: found.coins.toSorted((a, b) => at(a) - at(b)),
    figure,
    order: `${isLeast ? 'lowest' : 'highest'} correlation with each other`,
  };
};

const PAIRS_MAX = 15;

/** The pairs as an answer and a table, and which of them are missing. */
export const pairsInWords = (found: Statistics, isLeast: boolean): readonly string[] => {
  const pairs = pairsOf(found, isLeast);
  const [first] = pairs;
  if (!first) return ['No pair of coins has this figure over these days.'];
  const rows = pairs
    .slice(0, PAIRS_MAX)
    .map(({ a, b, correlation }) => `| ${a} and ${b} | ${decimal(correlation)} |`);
  const all = (found.coins.length * (found.coins.length - 1)) / 2;
  return [
    `${isLeast ? 'Lowest' : 'Highest'} correlation with each other: **${first.a} and ${first.b} (${decimal(first.correlation)})**.`,
    ['| Pair | Correlation |', '|---|---:|', ...rows].join('\n'),
    pairs.length < all
      ? `I was given ${pairs.length} of the ${all} pairs; nothing is said of the others.`
      : pairs.length > PAIRS_MAX
        ? `These are the first ${PAIRS_MAX} of ${pairs.length} pairs.`
        : '',
  ];
};

/** The coins in the order of the question; those without the figure last. */
export const ranked = (found: Statistics, question: CoinQuestion): Ranked => {
  const { measure, isLeast, against } = question;
  const figure = figureOf(measure, correlationsWith(found, against ?? ''), against ?? '');
  const value = measure === 'return for risk' ? perRisk : figure.value;
  const sign = isLeast ? 1 : -1;
  if (measure === 'correlation' && against === null) return byPairs(found, isLeast, figure);
  const others = found.coins.filter(({ coin }) => measure !== 'correlation' || coin !== against);
  const worst = Number.POSITIVE_INFINITY;
  const sorted = others.toSorted((a, b) => {
    const [left, right] = [value(a), value(b)];
    return (left === null ? worst : sign * left) - (right === null ? worst : sign * right) || 0;
  });
  const most = measure === 'drawdown' ? ['deepest drawdown', 'smallest drawdown'] : ['lowest', 'highest'];
  const end = most[isLeast ? 0 : 1] as string;
  const order =
    measure === 'drawdown'
      ? end
      : question.isFall
        ? `fell ${isLeast ? 'most' : 'least'}`
        : `${end} ${measure === 'return for risk' ? 'return for its volatility' : nameInText(figure)}`;
  return { coins: sorted, figure, order };
};

const nameInText = ({ name }: Figure): string =>
  /^Last (\d+)/.test(name)
    ? `return of the l${name.slice(1)}`
    : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;

const cell = ({ value, write }: Figure, coin: Coin): string => {
  const own = value(coin);
  return own === null ? '–' : write(own);
};

const regimeWords = ({ regimes }: Coin): string =>
  regimes === null ? '–' : `${regimes.now} for ${regimes.now_for_days} days`;

/** The figure that decides stands first. */
export const tableOf = ({ coins, figure }: Ranked, measure: Measure | null): string => {
  const usual = [RETURN, VOLATILITY, DRAWDOWN, MOMENTUM];
  const figures = [figure, ...usual.filter(({ name }) => name !== figure.name)];
  const isTrend = measure === 'trend';
  const head = ['Coin', ...figures.map(({ name }) => name), ...(isTrend ? ['Trend now'] : [])];
  return [
    `| ${head.join(' | ')} |`,
    `|---|${figures.map(() => '---:|').join('')}${isTrend ? '---|' : ''}`,
    ...coins.map((coin) => {
      const cells = figures.map((each) => cell(each, coin));
      return `| ${[coin.coin, ...cells, ...(isTrend ? [regimeWords(coin)] : [])].join(' | ')} |`;
    }),
  ].join('\n');
};

const NAMED_MAX = 3;

/** The first coins with what decides, as a sentence. */
export const answerInWords = ({ coins, figure, order }: Ranked): string => {
  const known = coins.filter((coin) => figure.value(coin) !== null).slice(0, NAMED_MAX);
  if (known.length === 0) return 'No coin has this figure over these days.';
  const named = known.map((coin) => `${coin.coin} (${cell(figure, coin)})`);
  return `${order.charAt(0).toUpperCase()}${order.slice(1)}: **${named[0]}**${named
    .slice(1)
    .map((each) => `, then ${each}`)
    .join('')}.`;
};
