// The candles of a coin of a result: as many as its chart has room for, and finer ones of a part that is zoomed into.
import { COIN_CANDLES_MAX, COIN_CANDLES_MIN } from '@tradeium/contracts';
import { useMemo } from 'react';
import { useReadCoinCandlesQuery } from '../api.ts';
import type { TimeRange } from '../curves/chart-range.ts';
import { areMerged, type Prices, pricesOf } from './prices.ts';

/** Below that, an open and a close cannot be told apart. */
const CANDLE_PX_MIN = 2.5;
/** A window that is resized asks again only now and then. */
const STEP = 20;

const atMostIn = (widthPx: number): number => {
  const fitting = Math.floor(widthPx / CANDLE_PX_MIN / STEP) * STEP;
  return Math.min(COIN_CANDLES_MAX, Math.max(COIN_CANDLES_MIN, fitting));
};

type Asked = { readonly chatId: string; readonly folderName: string; readonly coin: string };

/** `daily`: drawn while candles are on their way, and where there are none. `part`: what of them is zoomed into. */
export const useCandles = (
  { chatId: id, folderName, coin }: Asked,
  daily: Prices,
  range: TimeRange | null,
  widthPx: number,
): { readonly whole: Prices; readonly part: Prices } => {
  const asked = { id, folderName, coin, at_most: atMostIn(widthPx) };
  const isMeasured = widthPx > 0;
  const { data: all } = useReadCoinCandlesQuery(asked, { skip: !isMeasured });
  const whole = useMemo(() => (all && pricesOf(all)) ?? daily, [all, daily]);
  const needsPart = isMeasured && range !== null && whole.open !== null && areMerged(whole);
  const bounds = range && { from_ms: Math.floor(range.from), until_ms: Math.ceil(range.to) };
  const { currentData: some } = useReadCoinCandlesQuery({ ...asked, ...bounds }, { skip: !needsPart });
  const part = useMemo(() => (needsPart && some ? pricesOf(some) : null) ?? whole, [needsPart, some, whole]);
  return { whole, part };
};
