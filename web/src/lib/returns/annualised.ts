// Says of annual figures that they come from less than a year, which makes them guesses.
import { counted } from '../format.ts';

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;

/** `annualised from 34 days`; null for a year or more. In ms, the end excluded. */
export const annualisedWords = ({ from, to }: { from: number; to: number }): string | null => {
  const days = Math.floor((to - from) / DAY_MS);
  return days >= YEAR_DAYS ? null : `annualised from ${counted(Math.max(1, days), 'day', 'days')}`;
};
