// Tries our exchange account against Binance's test network, or any address of its protocol, with keys of the environment.
import { randomBytes } from 'node:crypto';
import type { Log } from '@tradeium/service-kit';
import type {
  ExchangeAccount,
  NewOrder,
  OrderOutcome,
} from '../services/trading/src/exchange/exchange-account.ts';
import { openExchangeAccount } from '../services/trading/src/exchange/open-exchange-account.ts';
import { runCommand, UsageError } from './command-line.ts';

const USAGE = `npm run testnet   places small orders at Binance's spot test network and looks them up
TESTNET_API_KEY and TESTNET_API_SECRET are needed; TESTNET_URL is another address of the same protocol, such as the local
exchange's. Exit code 0: everything is as it is against the local exchange; 1: something differs; 2: keys are missing.`;

const COIN = 'BTC';
/** Enough for the smallest notional, whatever the price. */
const NOTIONAL_USDT = 20;
const LOT_DECIMALS = 5;

const newId = (): string => `tr${randomBytes(12).toString('hex')}`;

const say = (...parts: unknown[]): void => console.warn(...parts.filter((part) => typeof part === 'string'));
const log = { warn: say, error: say, info: () => undefined, debug: () => undefined } as unknown as Log;

const orderOf = async (account: ExchangeAccount, more: Partial<NewOrder>): Promise<NewOrder> => {
  const price = Number((await account.prices([COIN]))[COIN]);
  return {
    clientOrderId: newId(),
    coin: COIN,
    side: 'buy',
    quantity: (NOTIONAL_USDT / price).toFixed(LOT_DECIMALS),
    price: (price * 1.01).toFixed(2),
    ...more,
  };
};

type Check = readonly [what: string, passes: (account: ExchangeAccount) => Promise<boolean>];

const isRejected = ({ kind }: OrderOutcome): boolean => kind === 'rejected';

const CHECKS: readonly Check[] = [
  ['the keys can read and trade', async (account) => (await account.probe()).ok],
  ['rules and price are reported', async (account) => Boolean((await account.rules([COIN]))[COIN]?.tickSize)],
  ['balances are exact decimals', async (account) => (await account.balances()).length > 0],
  [
    'a buy and a sell are filled, and found again with the same fills',
    async (account) => {
      for (const side of ['buy', 'sell'] as const) {
        const sinceMs = Date.now();
        const factor = side === 'buy' ? 1.01 : 0.99;
        const price = (Number((await account.prices([COIN]))[COIN]) * factor).toFixed(2);
        // The fee is taken of what was bought: less is there to be sold.
        const quantity = ((NOTIONAL_USDT * (side === 'buy' ? 1 : 0.5)) / Number(price)).toFixed(LOT_DECIMALS);
        const order = await orderOf(account, { side, price, quantity });
        const outcome = await account.placeOrder(order);
        if (outcome.kind !== 'accepted' || outcome.report.status !== 'filled') return false;
        const found = await account.findOrder({ ...order, sinceMs });
        if (JSON.stringify(found) !== JSON.stringify(outcome.report)) return false;
      }
      return true;
    },
  ],
  [
    'an order that was never sent is not found',
    async (account) =>
      (await account.findOrder({ clientOrderId: newId(), coin: COIN, sinceMs: Date.now() })) === 'not-found',
  ],
  [
    'too small an order is rejected',
    async (account) => isRejected(await account.placeOrder(await orderOf(account, { quantity: '0.00001' }))),
  ],
  [
    'a quantity off the lot is rejected or refused here',
    async (account) =>
      (await account.placeOrder(await orderOf(account, { quantity: '0.0000001' }))).kind !== 'accepted',
  ],
  ['nothing is left open', async (account) => (await account.openOrders([COIN])).length === 0],
];

const run = async (): Promise<boolean> => {
  const { TESTNET_API_KEY: apiKey, TESTNET_API_SECRET: apiSecret, TESTNET_URL: url = '' } = process.env;
  if (!apiKey || !apiSecret) throw new UsageError('');
  const account = openExchangeAccount({ exchange: 'binance', url, apiKey, apiSecret, isTestnet: true, log });
  let isWell = true;
  for (const [what, passes] of CHECKS) {
    const passed = await passes(account).catch((cause: unknown) => {
      console.error(String(cause));
      return false;
    });
    console.log(`${passed ? '✓' : '✗'} ${what}`);
    isWell &&= passed;
  }
  return isWell;
};

await runCommand(USAGE, run);
