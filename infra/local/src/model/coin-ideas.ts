// Ideas that follow from the figures of coins, each with the coins that it is to be tested on.
import type { Ranked } from './coin-figures.ts';
import { type CoinQuestion, type Measure, OF_WEEKDAYS } from './coin-question.ts';
import { OFFERED } from './idea-portfolio.ts';

type Idea = { readonly title: string; readonly sentence: string; readonly coins: readonly string[] };

const FEW = 5;
const MANY = 8;

const ROTATE = 'Each week hold the top 2 coins by momentum over 60 days, in equal parts.';

type Follow = readonly [title: string, sentence: string, coins: number];

const BUY_BACK: Follow = [
  'Buy back what fell',
  'Buy coins whose RSI falls below 30 and sell them above 70.',
  FEW,
];

const momentum = (days: number): readonly [Follow, Follow] => [
  BUY_BACK,
  [
    'Follow the leaders',
    `Each week hold the top 3 coins by momentum over ${days} days, in equal parts.`,
    MANY,
  ],
];

/** The idea that follows from one end of a measure: a title, a sentence, and how many of its coins. */
const FOLLOWS: Readonly<Record<Measure, readonly [least: Follow, most: Follow]>> = {
  correlation: [
    ['Hold what moves apart', 'Hold all coins in equal parts, rebalanced monthly.', FEW],
    ['One of those that move together', 'Each week hold the top 1 coin by momentum over 60 days.', FEW],
  ],
  return: [BUY_BACK, ['Stay with the strongest', ROTATE, FEW]],
  'return for risk': [BUY_BACK, ['Stay with the smooth risers', ROTATE, FEW]],
  volatility: [
    ['Hold the calm ones', 'Weight all coins by inverse volatility over 60 days, rebalanced monthly.', FEW],
    ['Catch the wild moves', 'Donchian breakout over 20 days with a stop at 10 %.', FEW],
  ],
  drawdown: [
    ['Keep the hard fallers short-lived', 'Donchian breakout over 55 days with a stop at 10 %.', FEW],
    ['Hold what falls little', 'Weight all coins by risk parity over 60 days, rebalanced monthly.', FEW],
  ],
  'momentum 30': momentum(30),
  'momentum 90': momentum(90),
  'momentum 365': momentum(365),
  trend: [
    ['Wait for the turn', 'Hold each coin while it is above its 100-day average, rebalanced weekly.', FEW],
    ['Stay with the trend', 'Hold each coin while it is above its 200-day average, rebalanced weekly.', FEW],
  ],
};
/** A backtest may answer where no figure does. */
const onWeekdays = (coins: readonly string[]): Idea => ({
  title: 'Test the days of the week',
  sentence: `Hold ${coins.length === 1 ? coins[0] : 'all coins in equal parts'} from Monday to Friday.`,
  coins,
});

const followOf = (
  { measure, isLeast, coins, against, unanswered }: CoinQuestion,
  { coins: sorted }: Ranked,
): Idea[] => {
  if (measure === null) return [];
  const names = sorted.map(({ coin }) => coin);
  if (unanswered.includes(OF_WEEKDAYS)) return [onWeekdays((coins ?? names).slice(0, MANY))];
  if (coins !== null) {
    const asked = [...new Set([...(against ? [against] : []), ...names])].slice(0, MANY);
    if (asked.length < 2)
      return [
        {
          title: 'Leave it when it falls',
          sentence: `Hold ${asked[0]} while it is above its 100-day average, else USDT.`,
          coins: asked,
        },
      ];
    const sentence = 'Each week hold the top 1 coin by momentum over 60 days.';
    return [{ title: 'Hold the stronger', sentence, coins: asked }];
  }
  const [title, sentence, count] = FOLLOWS[measure][isLeast ? 0 : 1];
  return [{ title, sentence, coins: names.slice(0, count) }];
};

const SIDEWAYS = /\bsideways\b|\brang(e|ing)\b|\bflat\b|\bchoppy\b/i;

/** For a user who asks for ideas and not for a figure. */
const ideasFor = (asked: string, coins: readonly string[]): Idea[] =>
  SIDEWAYS.test(asked)
    ? [
        {
          title: 'Buy low in the range',
          sentence: 'Buy coins whose RSI falls below 30 and sell them above 70.',
          coins,
        },
        { title: 'Back to the average', sentence: 'Mean reversion over 20 days, rebalanced weekly.', coins },
        {
          title: 'Share out the risk',
          sentence: 'Weight all coins by risk parity over 60 days, rebalanced monthly.',
          coins,
        },
      ]
    : [
        {
          title: 'Follow the leaders',
          sentence: 'Each week hold the top 3 coins by momentum over 60 days, in equal parts.',
          coins,
        },
        {
          title: 'Share out the risk',
          sentence: 'Weight all coins by risk parity over 60 days, rebalanced weekly.',
          coins,
        },
        {
          title: 'Stay out of falls',
          sentence: 'Momentum over 30 days with a stop at 15 %, rebalanced weekly.',
          coins,
        },
      ];

/** A list of ideas, each ending with its coins; what is measured leads to one. */
export const ideasInWords = (
  asked: string,
  question: CoinQuestion,
  ranked: Ranked | null,
  portfolio: readonly string[],
): string => {
  const named = question.coins ?? [];
  const universe = named.length > 1 ? named.slice(0, MANY) : portfolio.length > 2 ? portfolio : OFFERED;
  const follows = ranked === null ? [] : followOf(question, ranked);
  const ideas = [
    ...follows,
    ...(question.measure === null || question.wantsIdeas ? ideasFor(asked, universe) : []),
  ];
  return ideas
    .map(
      ({ title, sentence, coins }, at) =>
        `${at + 1}. **${title}**: ${sentence}\n\n   Coins: ${coins.join(', ')}`,
    )
    .join('\n\n');
};
