// GET /api/v3/exchangeInfo: the markets with their trading rules and their synthetic spans.
import { DECIMALS, decimalString, powerOfTen } from './decimal.ts';
import type { Endpoint } from './endpoint.ts';
import { type Market, QUOTE } from './markets.ts';
import { readSymbols } from './parameters.ts';
import { WEIGHT_PER_MINUTE_MAX } from './request-weight.ts';
import { walkParametersOf } from './walk-parameters.ts';

export const exchangeInfo: Endpoint = {
  path: '/api/v3/exchangeInfo',
  weight: () => 20,
  answer(parameters, { now }) {
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
      ],
      exchangeFilters: [],
      symbols: markets.map(describe),
    };
  },
};

const describe = (market: Market) => {
  return {
    symbol: market.symbol,
    status: 'TRADING',
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
    filters: filtersOf(market),
    permissions: ['SPOT'],
    permissionSets: [['SPOT']],
    defaultSelfTradePreventionMode: 'NONE',
    allowedSelfTradePreventionModes: ['NONE'],
    // Not the exchange's: spans [fromMs, toMs) of made-up candles; null means up to now.
    syntheticRanges: market.syntheticRanges,
  };
};

const filtersOf = (market: Market) => {
  const tick = decimalString(1, market.priceDecimals);
  const lot = decimalString(1, market.amountDecimals);
  // A market order may take about a fifth of what is traded in an hour.
  const marketAmountMax = Math.floor(walkParametersOf(market.coin).volume / 5);
  return [
    {
      filterType: 'PRICE_FILTER',
      minPrice: tick,
      maxPrice: decimalString(powerOfTen(DECIMALS - market.priceDecimals), 0),
      tickSize: tick,
    },
    { filterType: 'LOT_SIZE', minQty: lot, maxQty: decimalString(market.amountMax, 0), stepSize: lot },
    {
      filterType: 'MARKET_LOT_SIZE',
      minQty: decimalString(0, 0),
      maxQty: decimalString(marketAmountMax, 0),
      stepSize: decimalString(0, 0),
    },
    {
      filterType: 'NOTIONAL',
      minNotional: decimalString(5, 0),
      applyMinToMarket: true,
      maxNotional: decimalString(9_000_000, 0),
      applyMaxToMarket: false,
      avgPriceMins: 5,
    },
  ];
};
