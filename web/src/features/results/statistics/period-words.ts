// The words for the returns behind the ratios: daily ones, or weekly ones with weekly bars.
import type { Row } from './statistics-tables.ts';

const WEEKLY: Readonly<Record<string, string>> = {
  day: 'week',
  days: 'weeks',
  Days: 'Weeks',
  daily: 'weekly',
};

export const isWeekly = (statistics: Row): boolean => statistics.periods_per_year === 52;

/** Fills the `{day}`, `{days}` and `{daily}` of labels and meanings. */
export const periodWords = (statistics: Row): ((text: string) => string) => {
  const weekly = isWeekly(statistics);
  return (text) =>
    text.replace(/\{(\w+)\}/g, (_, daily: string) => (weekly ? (WEEKLY[daily] ?? daily) : daily));
};

/** The meaning of the letters. */
export const lettersNote = (statistics: Row): string =>
  isWeekly(statistics)
    ? 'In the formulas, r is the return of one week and A is the number of weeks in a year (52).'
    : 'In the formulas, r is the return of one UTC day and A is the number of days in a year (365).';
