// The exchanges that live trading supports, by ccxt's name: those whose refusals, limits and time-outs are known and tested.
import { binance } from './binance.ts';
import type { ExchangeDialect } from './exchange-dialect.ts';

export const DIALECTS: Readonly<Record<string, ExchangeDialect>> = { binance };

/** Throws for an exchange that is not supported. */
export const dialectOf = (exchange: string): ExchangeDialect => {
  const dialect = Object.hasOwn(DIALECTS, exchange) ? DIALECTS[exchange] : undefined;
  if (!dialect) throw new Error(`the exchange ${exchange} is not supported`);
  return dialect;
};
