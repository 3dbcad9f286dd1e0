// Lets the Discovery agent look up how coins moved, so that its ideas rest on data.
import { COINS, isRefusal, MESSAGES, QUOTE_CURRENCY, refusalText } from '@tradeium/contracts';
import { z } from 'zod';
import { free, requestOf, type ToolContext, tool } from './tool.ts';

/** Candles that were never fetched take a while. */
const TIMEOUT_MS = 60_000;

const coinsOf = ({ settings }: ToolContext) =>
  COINS.filter((coin) => settings.portfolio.includes(coin) && (coin as string) !== QUOTE_CURRENCY);

export const coinStatistics = tool({
  name: 'coin_statistics',
  description:
    'Returns, volatility, drawdowns, momentum, regimes (up, down, sideways) and correlations of coins between two days, from daily candles; without coins those of the chat.',
  scope: 'read',
  isOfChat: false,
  takesSettings: false,
  input: z.strictObject({
    coins: z.array(z.enum(COINS)).min(1).max(10).optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  }),
  triesCode: false,
  changesSomething: false,
  costAtMost: free,
  title: ({ coins }) => (coins ? `Look up ${coins.join(', ')}` : "Look up the chat's coins"),
  run: async (context, { coins = coinsOf(context), from, to }) => {
    const { start_date, end_date } = context.settings;
    const range = { from: from ?? start_date, to: to ?? end_date };
    const found = await context.client.request(
      MESSAGES.summarizeCoins,
      { coins: [...coins], ...range },
      requestOf(context),
      { timeoutMs: TIMEOUT_MS },
    );
    if (isRefusal(found)) return { content: refusalText(found), hasFailed: true };
    return { content: JSON.stringify(found.output) };
  },
});
