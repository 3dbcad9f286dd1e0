// Opens accounts with play money and moves money in and out of them.
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Account, holdingOf, move } from '../accounts/account.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import { MARKETS, QUOTE } from '../market/markets.ts';
import { amountOf, UNSIGNED_DECIMAL } from '../numbers/amount.ts';

const ASSETS: ReadonlySet<string> = new Set([QUOTE, ...MARKETS.map(({ coin }) => coin)]);

const decimal = z
  .union([z.string(), z.number().transform(String)])
  .refine(
    (text) => UNSIGNED_DECIMAL.test(text) && amountOf(text) !== undefined,
    'a decimal of 8 places at most',
  )
  .transform((text) => amountOf(text) as bigint);
const asset = z.string().refine((name) => ASSETS.has(name), 'an asset of the markets');

/** The body of `POST /play-accounts`. */
export const playAccountOrder = z.strictObject({
  capital_usdt: decimal,
  coins: z.record(asset, decimal).default({}),
  permissions: z
    .strictObject({
      read: z.boolean().default(true),
      trade: z.boolean().default(true),
      withdraw: z.boolean().default(false),
      ip_restricted: z.boolean().default(false),
    })
    .prefault({}),
  name: z.string().max(100).default('play account'),
  uid: z.int().positive().optional(),
});
export type PlayAccountOrder = z.infer<typeof playAccountOrder>;

export interface Keys {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Keys in the exchange's format. */
const newKeys = (): Keys => ({
  apiKey: randomBytes(32).toString('hex'),
  apiSecret: randomBytes(32).toString('hex'),
});

export const openPlayAccount = (
  store: AccountStore,
  order: PlayAccountOrder,
  nowMs: number,
  keys = newKeys(),
): Account => {
  const account: Account = {
    ...keys,
    name: order.name,
    uid: order.uid,
    permissions: order.permissions,
    openedMs: nowMs,
    holdings: new Map(),
    orders: new Map(),
    fills: [],
    deposits: [],
  };
  for (const [name, amount] of [[QUOTE, order.capital_usdt] as const, ...Object.entries(order.coins)]) {
    if (amount === 0n) continue;
    move(account, name, amount, 0n);
    account.deposits.push({ asset: name, amount, atMs: nowMs });
  }
  store.open(account);
  return account;
};

/** The body of `POST /deposits`. */
export const depositOrder = z.strictObject({
  api_key: z.string(),
  asset,
  amount: decimal,
  is_withdrawal: z.boolean().default(false),
});

/** Moves money as its owner would; false where there is no such account, or not that much in it. */
export const deposit = (store: AccountStore, order: z.infer<typeof depositOrder>, nowMs: number): boolean => {
  const account = store.accounts.get(order.api_key);
  const amount = order.is_withdrawal ? -order.amount : order.amount;
  if (!account || holdingOf(account, order.asset).free + amount < 0n) return false;
  move(account, order.asset, amount, 0n);
  store.keep(account, { deposits: [{ asset: order.asset, amount, atMs: nowMs }] });
  return true;
};
