// The limits of a backtest's period, as text: the coin with the fewest candles, and spans of made-up ones.
import { type DateRange, WARM_UP_DAYS } from '@tradeium/contracts';
import { type DayRange, dateOf, dayOf } from '../../lib/dates/date-range.ts';
import { shortDate } from '../../lib/format.ts';
import { BOUNDS, limitsOf } from './settings.ts';

/** More would fill the panel. */
const SPANS_TOLD_MAX = 3;

const limitNote = (range: DateRange | null, wish: DayRange): string[] => {
  const limits = limitsOf(range);
  if (limits.start <= BOUNDS.start) return [];
  const from = shortDate(dateOf(limits.start));
  const subject = range?.limited_by ? `${range.limited_by} candles` : 'Candles';
  return wish.start < limits.start
    ? [`${subject} start on ${from}, so the period cannot start earlier`]
    : [`${subject} start on ${from}`];
};

/** Spans in the period, and those before it that a strategy sees as warm-up. */
const spanNotes = (range: DateRange | null, chosen: DayRange): string[] => {
  const touched = (range?.synthetic ?? []).filter(
    ({ start_date, end_date }) =>
      dayOf(start_date) <= chosen.end && dayOf(end_date) >= chosen.start - WARM_UP_DAYS,
  );
  const notes = touched.slice(0, SPANS_TOLD_MAX).map(({ coin, start_date, end_date }) => {
    const note = `${coin} has made-up prices from ${shortDate(start_date)} to ${shortDate(end_date)}`;
    return dayOf(end_date) < chosen.start ? `${note}, in the warm-up` : note;
  });
  const more = touched.length - SPANS_TOLD_MAX;
  return more > 0 ? [...notes, `and ${more} more periods of made-up prices`] : notes;
};

/** `wish` is the requested period, `chosen` as much of it as there are candles for. */
export const candleNotes = (range: DateRange | null, chosen: DayRange, wish: DayRange): string[] => [
  ...limitNote(range, wish),
  ...spanNotes(range, chosen),
];
