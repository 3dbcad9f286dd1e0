// Lets the Discovery agent look up how coins moved, so that its ideas rest on data.
import { COINS, coinsAsked, isRefusal, MESSAGES, refusalText } from '@tradeium/contracts';
import { z } from 'zod';
import { free, requestOf, tool } from './tool.ts';

/** Candles that were never fetched take a while. */
const TIMEOUT_MS = 60_000;

const DECIMALS = 4;

/** A question about all coins gets hundreds of figures: none is longer than it says something. */
const short = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toFixed(DECIMALS)) : value;

export const coinStatistics = tool({
  name: 'coin_statistics',
  description:
    'Returns, volatility, drawdowns, momentum, regimes (up, down, sideways) and correlations of coins between two days (both included), from daily candles. Without `coins` all that can be traded, without days those of the chat. `left_out`: coins without candles on some of these days; `made_up_candles`: how many candles are not of the exchange.',
  scope: 'read',
  isOfChat: false,
  takesSettings: false,
  input: z.strictObject({
    coins: coinsAsked.optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  }),
  triesCode: false,
  changesSomething: false,
  costAtMost: free,
  title: ({ coins }) => (coins ? `Look up ${coins.join(', ')}` : `Look up all ${COINS.length} coins`),
  run: async (context, { coins = COINS, from, to }) => {
    const { start_date, end_date } = context.settings;
    const range = { from: from ?? start_date, to: to ?? end_date };
    const found = await context.client.request(
      MESSAGES.summarizeCoins,
      { coins: [...coins], ...range },
      requestOf(context),
      { timeoutMs: TIMEOUT_MS },
    );
    if (isRefusal(found)) return { content: refusalText(found), hasFailed: true };
    return { content: JSON.stringify(found.output, short) };
  },
});
