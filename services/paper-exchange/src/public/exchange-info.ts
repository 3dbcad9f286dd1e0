// GET /api/v3/exchangeInfo: the markets with their trading rules and their synthetic spans.

import type { Limits } from '../market/limits.ts';
import { type Market, QUOTE } from '../market/markets.ts';
import { textOf } from '../numbers/amount.ts';
import { DECIMALS, ZERO } from '../numbers/decimal.ts';
import type { Endpoint, Exchange } from '../requests/endpoint.ts';
import { ORDER_LIMITS } from '../requests/order-count.ts';
import { readSymbols } from '../requests/parameters.ts';
import { WEIGHT_PER_MINUTE_MAX } from '../requests/request-weight.ts';

export const exchangeInfo: Endpoint = {
  path: '/api/v3/exchangeInfo',
  weight: () => 20,
  answer(parameters, exchange) {
    const { now, isListed } = exchange;
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
      symbols: markets.filter(isListed).map((market) => describe(market, exchange)),
    };
  },
};

const describe = (market: Market, { isTrading, isSpot, limitsOf }: Exchange) => {
  const permissions = isSpot(market) ? ['SPOT'] : ['MARGIN'];
  return {
    symbol: market.symbol,
    status: isTrading(market) ? 'TRADING' : 'BREAK',
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
    isSpotTradingAllowed: isSpot(market),
    isMarginTradingAllowed: false,
    filters: filtersOf(limitsOf(market)),
    permissions,
    permissionSets: [permissions],
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
      bidMultiplierUp: textOf(limits.priceBand.up),
      bidMultiplierDown: textOf(limits.priceBand.down),
      askMultiplierUp: textOf(limits.priceBand.up),
      askMultiplierDown: textOf(limits.priceBand.down),
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
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: limits.openOrdersMax },
    ...(limits.positionMax > 0n
      ? [{ filterType: 'MAX_POSITION', maxPosition: textOf(limits.positionMax) }]
      : []),
  ];
};
