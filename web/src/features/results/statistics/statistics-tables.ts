// The tables among a run's statistics: months by year, worst drawdowns, coins.

export type Row = Record<string, unknown>;

export const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows of a table of the statistics; none when it is absent or something else. */
export const rowsOf = (statistics: Row, key: string): Row[] => {
  const rows = statistics[key];
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
};

/** Of one coin, holding all of them equally is holding it. */
export const hasBasket = (statistics: Row): boolean => rowsOf(statistics, 'coins').length !== 1;

export type YearReturns = {
  readonly year: number;
  /** January to December; null for months outside the run. */
  readonly months: readonly (number | null)[];
  readonly total: number | null;
};

const numberOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

const MONTHS = 12;

/** Returns by year and month, fractions; the newest year first. */
export const yearsOf = (statistics: Row): YearReturns[] =>
  rowsOf(statistics, 'monthly_returns')
    .map(({ year, months, total }) => ({
      year: Number(year),
      months: Array.from({ length: MONTHS }, (_, month) =>
        Array.isArray(months) ? numberOrNull(months[month]) : null,
      ),
      total: numberOrNull(total),
    }))
    .sort((a, b) => b.year - a.year);

/** Below this all months of a run are pale: a month of 1 % is nothing to shout about. */
const SCALE_MIN = 0.08;

/** The return that has the full colour: nine of ten months are paler, so that one of them does not fade the rest. */
export const scaleOf = (years: readonly YearReturns[]): number => {
  const sizes = years
    .flatMap(({ months }) => months)
    .filter((value) => value !== null)
    .map(Math.abs)
    .sort((a, b) => a - b);
  return Math.max(SCALE_MIN, sizes[Math.floor((sizes.length - 1) * 0.9)] ?? 0);
};

/** How strong the colour of a return is, from 0 to 1, and which one; null for a return of nothing. */
export const heatOf = (value: number, scale: number): { tone: 'gain' | 'loss'; strength: number } | null =>
  value === 0 ? null : { tone: value > 0 ? 'gain' : 'loss', strength: Math.min(1, Math.abs(value) / scale) };

/** When the run begins and ends (ms); null when that is not known. */
export const spanOf = (statistics: Row): { readonly start: number; readonly end: number } | null => {
  const [start, end] = [statistics.start, statistics.end].map((moment) => Date.parse(String(moment)));
  return start && end ? { start, end } : null;
};

type Span = NonNullable<ReturnType<typeof spanOf>>;

const isPartial = (year: number, { start, end }: Span): boolean =>
  start > Date.UTC(year, 0, 1) || end < Date.UTC(year + 1, 0, 1);

/** How many calendar years the run touches, and of how many it covers only a part. */
export const yearsCounted = (
  statistics: Row,
): { readonly years: number; readonly partial: number } | null => {
  const years = yearsOf(statistics);
  const span = spanOf(statistics);
  if (!span || years.length === 0) return null;
  return { years: years.length, partial: years.filter(({ year }) => isPartial(year, span)).length };
};

/** The year whose return a figure is, and whether the run covers only a part of it; null when that is not known. */
export const yearOfReturn = (
  statistics: Row,
  value: unknown,
): { readonly year: number; readonly isPartial: boolean } | null => {
  const found = yearsOf(statistics).find(({ total }) => total !== null && total === value);
  const span = spanOf(statistics);
  return found && span ? { year: found.year, isPartial: isPartial(found.year, span) } : null;
};
