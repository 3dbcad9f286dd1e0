// Says of annual figures that they come from less than a year, which makes them guesses.
import { counted } from '../../../lib/format.ts';
import { type Row, spanOf } from './statistics-tables.ts';

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;

/** `annualised from 34 days`; null for a year or more. */
export const annualisedWords = ({ from, to }: { from: number; to: number }): string | null => {
  const days = Math.floor((to - from) / DAY_MS);
  return days >= YEAR_DAYS ? null : `annualised from ${counted(Math.max(1, days), 'day', 'days')}`;
};

/** The same of a whole run; null as well where its span is not known. */
export const annualisedRun = (statistics: Row): string | null => {
  const span = spanOf(statistics);
  return span && annualisedWords({ from: span.start, to: span.end });
};
