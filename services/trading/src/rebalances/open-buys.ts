// Amounts that count where a market limits how much of a coin an account may have: open buys, and what others in the account hold.
import type { Holding, MarketRules } from '@tradeium/portfolio';
import { addDecimals, subtractDecimals } from '../domain/decimal.ts';
import type { ExchangeAccount } from '../exchange/exchange-account.ts';

type Rules = Readonly<Record<string, Pick<MarketRules, 'positionMax'>>>;

/** Asks for open orders and balances only where a coin is limited: they cost requests. */
export const withOpenBuys = async (
  account: Pick<ExchangeAccount, 'balances' | 'openOrders'>,
  holdings: readonly Holding[],
  rules: Rules,
): Promise<readonly Holding[]> => {
  const limited = Object.keys(rules).filter((coin) => Number(rules[coin]?.positionMax ?? 0) > 0);
  if (limited.length === 0) return holdings;
  const [orders, balances] = await Promise.all([account.openOrders(limited), account.balances()]);
  const held = new Map(holdings.map((holding) => [holding.coin, holding]));
  for (const coin of limited) {
    const own = held.get(coin) ?? { coin, free: '0', locked: '0' };
    const { free, locked } = balances.find(({ asset }) => asset === coin) ?? { free: '0', locked: '0' };
    const others = subtractDecimals(addDecimals(free, locked), addDecimals(own.free, own.locked));
    const openBuys = orders
      .filter((order) => order.coin === coin && order.side === 'buy')
      .reduce((sum, { quantity }) => addDecimals(sum, quantity), others.startsWith('-') ? '0' : others);
    if (openBuys !== '0') held.set(coin, { ...own, openBuys });
  }
  return [...held.values()];
};
