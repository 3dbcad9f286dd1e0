// For which dates the chosen portfolio has candles.
import { type DateRange, QUOTE_CURRENCY } from '@tradeium/contracts';
import { useEffect } from 'react';
import { useAppSelector } from '../../app/store.ts';
import { useGetCommonDateRangeQuery } from './api.ts';
import { selectSettings } from './settings-slice.ts';

const ASK_AGAIN_MS = 5_000;

export type CandleRange = {
  readonly state: 'checking' | 'available' | 'unavailable';
  readonly range: DateRange | null;
};

/** Asked anew whenever portfolio or interval change; a failure is only logged, and asked again. */
export const useCandleRange = (): CandleRange => {
  const { portfolio, timeframe } = useAppSelector(selectSettings);
  const coins = portfolio.filter((entry) => entry !== QUOTE_CURRENCY);
  const { currentData, error, refetch } = useGetCommonDateRangeQuery(
    { coins, timeframe },
    { skip: portfolio.length < 2 },
  );
  useEffect(() => {
    if (!error) return;
    console.warn('the range of candles could not be read', error);
    const timer = setTimeout(refetch, ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [error, refetch]);
  if (currentData === undefined) return { state: 'checking', range: null };
  return { state: currentData.available ? 'available' : 'unavailable', range: currentData };
};
