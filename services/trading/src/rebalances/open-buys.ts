// What open orders of an account would buy: where a market limits how much of a coin one may have, they count.
import type { Holding, MarketRules } from '@tradeium/portfolio';
import { addDecimals } from '../domain/decimal.ts';
import type { ExchangeAccount } from '../exchange/exchange-account.ts';

type Rules = Readonly<Record<string, Pick<MarketRules, 'positionMax'>>>;

/** Asks for the open orders of limited coins only: they cost requests. */
export const withOpenBuys = async (
  account: Pick<ExchangeAccount, 'openOrders'>,
  holdings: readonly Holding[],
  rules: Rules,
): Promise<readonly Holding[]> => {
  const limited = Object.keys(rules).filter((coin) => Number(rules[coin]?.positionMax ?? 0) > 0);
  if (limited.length === 0) return holdings;
  const bought: Record<string, string> = {};
  for (const { coin, side, quantity } of await account.openOrders(limited))
    if (side === 'buy') bought[coin] = addDecimals(bought[coin] ?? '0', quantity);
  const held = new Map(holdings.map((holding) => [holding.coin, holding]));
  for (const [coin, openBuys] of Object.entries(bought))
    held.set(coin, { ...(held.get(coin) ?? { coin, free: '0', locked: '0' }), openBuys });
  return [...held.values()];
};
