// GET /api/v3/exchangeInfo: the markets with their trading rules and their synthetic spans.
import { textOf } from './amount.ts';
import { DECIMALS, ZERO } from './decimal.ts';
import type { Endpoint } from './endpoint.ts';
import { type Limits, OPEN_ORDERS_MAX, PRICE_MULTIPLE_MAX } from './limits.ts';
import { type Market, QUOTE } from './markets.ts';
import { ORDER_LIMITS } from './order-count.ts';
import { readSymbols } from './parameters.ts';
import { WEIGHT_PER_MINUTE_MAX } from './request-weight.ts';

export const exchangeInfo: Endpoint = {
  path: '/api/v3/exchangeInfo',
  weight: () => 20,
  answer(parameters, { now, isTrading, limitsOf }) {
    const { markets } = readSymbols(parameters);
    return {
      timezone: 'UTC',
      serverTime: now(),
      rateLimits: [
        {
          rateLimitType: 'REQUEST_WEIGHT',
          interval: 'MINUTE',
          intervalNum: 1,
          limit: WEIGHT_PER_MINUTE_MAX,
        },
        ...ORDER_LIMITS.map(({ interval, intervalNum, max }) => ({
          rateLimitType: 'ORDERS',
          interval,
          intervalNum,
          limit: max,
        })),
      ],
      exchangeFilters: [],
      symbols: markets.map((market) => describe(market, isTrading(market), limitsOf(market))),
    };
  },
};

const describe = (market: Market, isTrading: boolean, limits: Limits) => {
  return {
    symbol: market.symbol,
    status: isTrading ? 'TRADING' : 'BREAK',
    baseAsset: market.coin,
    baseAssetPrecision: DECIMALS,
    quoteAsset: QUOTE,
    quotePrecision: DECIMALS,
    quoteAssetPrecision: DECIMALS,
    baseCommissionPrecision: DECIMALS,
    quoteCommissionPrecision: DECIMALS,
    orderTypes: ['LIMIT', 'LIMIT_MAKER', 'MARKET'],
    icebergAllowed: false,
    ocoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: false,
    cancelReplaceAllowed: false,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: filtersOf(limits),
    permissions: ['SPOT'],
    permissionSets: [['SPOT']],
    defaultSelfTradePreventionMode: 'NONE',
    allowedSelfTradePreventionModes: ['NONE'],
    // Not the exchange's: spans [fromMs, toMs) of made-up candles; null means up to now.
    syntheticRanges: market.syntheticRanges,
  };
};

const filtersOf = (limits: Limits) => {
  const [tickSize, stepSize] = [textOf(limits.tick), textOf(limits.lot)];
  return [
    { filterType: 'PRICE_FILTER', minPrice: tickSize, maxPrice: textOf(limits.priceMax), tickSize },
    { filterType: 'LOT_SIZE', minQty: stepSize, maxQty: textOf(limits.quantityMax), stepSize },
    { filterType: 'MARKET_LOT_SIZE', minQty: ZERO, maxQty: textOf(limits.marketQuantityMax), stepSize: ZERO },
    {
      filterType: 'PERCENT_PRICE_BY_SIDE',
      bidMultiplierUp: `${PRICE_MULTIPLE_MAX}`,
      bidMultiplierDown: `${1 / Number(PRICE_MULTIPLE_MAX)}`,
      askMultiplierUp: `${PRICE_MULTIPLE_MAX}`,
      askMultiplierDown: `${1 / Number(PRICE_MULTIPLE_MAX)}`,
      avgPriceMins: 5,
    },
    {
      filterType: 'NOTIONAL',
      minNotional: textOf(limits.notionalMin),
      applyMinToMarket: true,
      maxNotional: textOf(limits.notionalMax),
      applyMaxToMarket: false,
      avgPriceMins: 5,
    },
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: OPEN_ORDERS_MAX },
    ...(limits.positionMax > 0n
      ? [{ filterType: 'MAX_POSITION', maxPosition: textOf(limits.positionMax) }]
      : []),
  ];
};
