// Reads the parameters of a request by the exchange's rules and accounts for every one that was sent.

import { MARKETS, type Market, marketOf } from '../market/markets.ts';
import { refuse } from './api-error.ts';

const SYMBOL = /^[A-Z0-9-_.]{1,20}$/;
const SYMBOLS = /^\[("[A-Z0-9-_.]{1,20}"(,"[A-Z0-9-_.]{1,20}"){0,}){0,1}\]$/;
const WHOLE_NUMBER = /^[0-9]{1,20}$/;
/** More than there are markets; the list of a request is bounded before it is parsed. */
const SYMBOLS_LENGTH_MAX = 2_000;

export interface Parameters {
  mandatory(name: string, legal: RegExp): string;
  optional(name: string, legal: RegExp): string | undefined;
  wholeNumber(name: string): number | undefined;
  /** Call it after reading all known parameters: refuses the rest. */
  finish(): void;
}

export const readParameters = (query: URLSearchParams): Parameters => {
  const read = new Set<string>();

  const optional = (name: string, legal: RegExp): string | undefined => {
    const [value, ...others] = query.getAll(name);
    if (value === undefined) return undefined;
    read.add(name);
    if (others.length > 0) throw refuse.duplicated();
    if (value === '') throw refuse.empty(name);
    if (!legal.test(value)) throw refuse.illegal(name, legal);
    return value;
  };

  return {
    optional,
    mandatory(name, legal) {
      const value = optional(name, legal);
      if (value === undefined) throw refuse.missing(name);
      return value;
    },
    wholeNumber(name) {
      const value = optional(name, WHOLE_NUMBER);
      return value === undefined ? undefined : Number(value);
    },
    finish() {
      if (read.size === query.size) return;
      throw read.size === 0 ? refuse.tooMany(query.size) : refuse.unread(read.size, query.size);
    },
  };
};

/** The one market that `symbol` must name; looked up by the function, so that faults of form come first. */
export const readSymbol = (parameters: Parameters): (() => Market) => {
  const symbol = parameters.mandatory('symbol', SYMBOL);
  return () => knownMarket(symbol);
};

/** The market that `symbol` names, if it was sent. */
export const readOptionalSymbol = (parameters: Parameters): (() => Market | undefined) => {
  const symbol = parameters.optional('symbol', SYMBOL);
  return () => (symbol === undefined ? undefined : knownMarket(symbol));
};

/** The markets that `symbol` (then also in `one`) or `symbols` name, all if neither was sent. */
export const readSymbols = (parameters: Parameters): { one?: Market; markets: readonly Market[] } => {
  const symbol = parameters.optional('symbol', SYMBOL);
  const symbols = parameters.optional('symbols', SYMBOLS);
  if (symbol !== undefined && symbols !== undefined) throw refuse.combination();
  parameters.finish();
  if (symbol !== undefined) {
    const one = knownMarket(symbol);
    return { one, markets: [one] };
  }
  if (symbols === undefined) return { markets: MARKETS };
  if (symbols.length > SYMBOLS_LENGTH_MAX) throw refuse.invalid('symbols');
  return { markets: (JSON.parse(symbols) as string[]).map(knownMarket) };
};

const knownMarket = (symbol: string): Market => {
  const market = marketOf(symbol);
  if (!market) throw refuse.symbol();
  return market;
};
