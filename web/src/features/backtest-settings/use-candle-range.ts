// For which dates the chosen portfolio has candles.
import { type DateRange, QUOTE_CURRENCY } from '@tradeium/contracts';
import { useEffect } from 'react';
import { type AppDispatch, type RootState, useAppSelector } from '../../core/store.ts';
import { askForCandleRange, useGetCommonDateRangeQuery } from './api.ts';
import type { Settings } from './settings.ts';
import { selectSettings } from './settings-slice.ts';

const ASK_AGAIN_MS = 5_000;

export type CandleRange = {
  readonly state: 'checking' | 'available' | 'unavailable';
  readonly range: DateRange | null;
};

const questionOf = ({ portfolio, timeframe }: Pick<Settings, 'portfolio' | 'timeframe'>) => ({
  coins: portfolio.filter((entry) => entry !== QUOTE_CURRENCY),
  timeframe,
});

/** Has the answer for the kept settings on its way before anything shows it. */
export const foreseeCandleRange = () => (dispatch: AppDispatch, getState: () => RootState) =>
  dispatch(askForCandleRange(questionOf(selectSettings(getState()))));

/** Refetched when portfolio or interval changes; a failure is only logged and retried. */
export const useCandleRange = (): CandleRange => {
  const { portfolio, timeframe } = useAppSelector(selectSettings);
  const { currentData, error, refetch } = useGetCommonDateRangeQuery(questionOf({ portfolio, timeframe }));
  useEffect(() => {
    if (!error) return;
    console.warn('the range of candles could not be read', error);
    const timer = setTimeout(refetch, ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [error, refetch]);
  if (currentData === undefined) return { state: 'checking', range: null };
  return { state: currentData.available ? 'available' : 'unavailable', range: currentData };
};
