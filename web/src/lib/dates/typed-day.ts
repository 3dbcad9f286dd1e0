// A day as it is typed: as the screen writes days, 8 Oct 2025, or as 2025-10-08.

import { MONTHS, shortDate } from '../format.ts';
import { dateOf, dayOf } from './date-range.ts';

const WRITTEN = /^(\d{1,2})\.? +([a-z]{3,9})\.?,? +(\d{4})$/i;

const isoOf = (text: string): string => {
  const [, day = '', name = '', year] = WRITTEN.exec(text) ?? [];
  const month = MONTHS.findIndex((one) => name.toLowerCase().startsWith(one.toLowerCase()));
  if (year === undefined || month < 0) return text;
  return `${year}-${String(month + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
};

/** `2025-10-08`; null for what is no day of the calendar. */
export const typedDay = (text: string): string | null => {
  const iso = isoOf(text.trim());
  const day = dayOf(iso);
  return !Number.isNaN(day) && dateOf(day) === iso ? iso : null;
};

/** A day as the screen writes it; other text as it is. */
export const writtenDay = (text: string): string => (typedDay(text) === null ? text : shortDate(text));
