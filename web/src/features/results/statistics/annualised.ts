// Says of the annual figures of a run that they come from less than a year.
import { annualisedWords } from '../../../lib/returns/annualised.ts';
import { type Row, spanOf } from './statistics-tables.ts';

/** Null for a year or more, or where the span of the run is not known. */
export const annualisedRun = (statistics: Row): string | null => {
  const span = spanOf(statistics);
  return span && annualisedWords({ from: span.start, to: span.end });
};
