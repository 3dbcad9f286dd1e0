// ccxt's names of markets, which are all against the quote currency.
import { QUOTE_CURRENCY } from '@tradeium/contracts';

/** 'BTC' → 'BTC/USDT'. */
export const symbolOf = (coin: string): string => `${coin}/${QUOTE_CURRENCY}`;

/** 'BTC/USDT' → 'BTC'; empty without a symbol. */
export const coinOf = (symbol: string | undefined): string => symbol?.split('/', 1)[0] ?? '';
