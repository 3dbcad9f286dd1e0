// The Discovery agent's part: looks up the statistics of the coins and suggests ideas that rest on them.
import { z } from 'zod';
import { type Answer, call, say } from './answer.ts';
import type { Conversation } from './conversation.ts';
import { decimal, percent, signedPercent } from './figures.ts';
import { intentOf } from './intent.ts';

const STATISTICS = 'coin_statistics';

const figure = z.number().nullable();
const statistics = z.object({
  coins: z.array(
    z.object({
      coin: z.string(),
      total_return: figure,
      annual_volatility: figure,
      max_drawdown: figure,
      momentum: z.object({ d90: figure }),
    }),
  ),
  correlations: z.array(z.object({ a: z.string(), b: z.string(), correlation: z.number() })),
});
type Statistics = z.output<typeof statistics>;

/** The next thing to say or do. */
export const talkOfIdeas = ({ asked, calls, tools }: Conversation): Answer => {
  const intent = intentOf(asked);
  if (intent.kind === 'impossible') return say(`No, that is no idea for this place. ${intent.reason}`);
  const looked = calls.find(({ name }) => name === STATISTICS);
  if (!looked && tools.has(STATISTICS))
    return call('I look at how the coins have done.', STATISTICS, inputFrom(asked));
  const found = statistics.safeParse(looked?.fields);
  const known = found.success && found.data.coins.length > 0 ? found.data : undefined;
  return say(
    known
      ? tableOf(known)
      : 'The statistics of the coins are not available now, so these ideas rest on no data.',
    ideasOf(known),
    'Hand one over to the Strategy agent, and it writes and tests it.',
  );
};

const NO_COINS = new Set(['RSI', 'USDT', 'THE', 'AND', 'FOR', 'VUT']);

/** Coins that the newest message names, as tickers. */
const inputFrom = (asked: readonly string[]): Record<string, unknown> => {
  const named = (asked.at(-1) ?? '').match(/\b[A-Z]{3,5}\b/g) ?? [];
  const coins = [...new Set(named)].filter((name) => !NO_COINS.has(name)).slice(0, 10);
  return coins.length > 0 ? { coins } : {};
};

const tableOf = ({ coins }: Statistics): string => {
  const cell = (value: number | null, write = percent) => (value === null ? '–' : write(value));
  return [
    '| Coin | Return | Volatility a year | Deepest drawdown | Last 90 days |',
    '|---|---:|---:|---:|---:|',
    ...coins.map(({ coin, total_return, annual_volatility, max_drawdown, momentum }) => {
      const cells = [
        cell(total_return, signedPercent),
        cell(annual_volatility),
        cell(max_drawdown),
        cell(momentum.d90, signedPercent),
      ];
      return `| ${coin} | ${cells.join(' | ')} |`;
    }),
  ].join('\n');
};

/** The coins that have a figure, the largest first. */
const ranked = (
  coins: Statistics['coins'],
  value: (coin: Statistics['coins'][number]) => number | null,
): { readonly coin: string; readonly value: number }[] =>
  coins
    .flatMap((each) => {
      const own = value(each);
      return own === null ? [] : [{ coin: each.coin, value: own }];
    })
    .sort((a, b) => b.value - a.value);

const ideasOf = ({ coins, correlations }: Statistics = { coins: [], correlations: [] }): string => {
  const strong = ranked(coins, ({ momentum }) => momentum.d90);
  const wild = ranked(coins, ({ annual_volatility }) => annual_volatility);
  const [leader, wildest, calmest] = [strong[0], wild[0], wild.at(-1)];
  const falling = strong.filter(({ value }) => value < 0).length;
  const alike = correlations.toSorted((a, b) => b.correlation - a.correlation)[0];
  return [
    `1. **Follow the leaders**: the top 3 coins by momentum over 60 days, rebalanced weekly.${
      leader ? ` ${leader.coin} leads with ${signedPercent(leader.value)} in 90 days.` : ''
    }`,
    `2. **Share out the risk**: risk parity over 60 days, rebalanced weekly.${
      wildest && calmest && calmest.value > 0 && wildest !== calmest
        ? ` ${wildest.coin} moves ${decimal(wildest.value / calmest.value)} times as much as ${calmest.coin}.`
        : ''
    }${alike ? ` ${alike.a} and ${alike.b} move together most (correlation ${decimal(alike.correlation)}).` : ''}`,
    `3. **Stay out of falls**: momentum over 30 days with a stop at 15 %.${
      strong.length > 0 ? ` ${falling} of ${strong.length} coins fell in the last 90 days.` : ''
    }`,
  ].join('\n');
};
