// The statement of a month: its days, and its lines as a CSV file.
import type { Statement, StatementLine } from '@tradeium/contracts';
import { csvText } from '../../lib/csv/csv-text.ts';

/** UTC days, both included. */
export type DaySpan = { readonly from: string; readonly to: string };

const DAY_MS = 86_400_000;
const MONTHS_MAX = 24;

const dayOf = (instantMs: number): string => new Date(instantMs).toISOString().slice(0, 10);

/** The days of a month (`2026-11`). */
export const daysOfMonth = (month: string): DaySpan => {
  const first = new Date(`${month}-01T00:00:00Z`);
  const last = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0);
  return { from: dayOf(first.getTime()), to: dayOf(last) };
};

/** The months from an instant until now, newest first; two years at most. */
export const monthsSince = (since: string, nowMs: number): string[] => {
  const now = new Date(nowMs);
  const begin = Number.isNaN(Date.parse(since)) ? nowMs : Date.parse(since);
  const months: string[] = [];
  for (let back = 0; back < MONTHS_MAX; back += 1) {
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1);
    months.push(dayOf(first).slice(0, 7));
    if (first <= begin) break;
  }
  return months;
};

/** A span cut in two; null when it is one day. */
export const halves = ({ from, to }: DaySpan): readonly [DaySpan, DaySpan] | null => {
  if (from >= to) return null;
  const middle = Date.parse(from) + Math.floor((Date.parse(to) - Date.parse(from)) / DAY_MS / 2) * DAY_MS;
  return [
    { from, to: dayOf(middle) },
    { from: dayOf(middle + DAY_MS), to },
  ];
};

/**
 * All lines of a span, oldest first. The server gives a limited number at once; where there are more, the span is
 * requested in halves. `isComplete` is false when a single day has more than fit.
 */
export const readLines = async (
  span: DaySpan,
  read: (span: DaySpan) => Promise<Statement>,
): Promise<{ lines: StatementLine[]; isComplete: boolean }> => {
  const { lines, truncated } = await read(span);
  const parts = truncated ? halves(span) : null;
  if (parts === null) return { lines, isComplete: !truncated };
  const first = await readLines(parts[0], read);
  const second = await readLines(parts[1], read);
  return { lines: [...first.lines, ...second.lines], isComplete: first.isComplete && second.isComplete };
};

const COLUMNS = [
  'time_utc',
  'operation',
  'operation_id',
  'change_vut',
  'reserved_change_vut',
  'available_after_vut',
  'reserved_after_vut',
  'booking_id',
  'owed_after_vut',
] as const;

/** The lines as CSV, amounts in VUT. */
export const statementCsv = (lines: readonly StatementLine[]): string =>
  csvText(
    COLUMNS,
    lines.map((line) => [
      line.created_at,
      line.operation_type,
      line.operation_id,
      line.change,
      line.reserved_change,
      line.available_after,
      line.reserved_after,
      line.id,
      line.owed_after,
    ]),
  );
