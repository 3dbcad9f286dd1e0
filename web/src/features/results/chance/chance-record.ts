// The file `Chance` of a result, read with care: a part that is missing or of another form is not shown.
import { isRecord, type Row } from '../statistics/statistics-tables.ts';

/** Either figures, or the reason why there are none. */
type Part = { readonly figures: Row | null; readonly reason: string | null };

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The figures of a part, and why it has none; null for a file without the part. */
export const partOf = (record: Row, name: 'bootstrap' | 'random_portfolios'): Part | null => {
  const part = record[name];
  if (!isRecord(part)) return null;
  return { figures: isRecord(part.figures) ? part.figures : null, reason: textOf(part.reason) };
};

/** A nested object, empty where it is absent. */
export const within = (row: Row, key: string): Row => {
  const { [key]: value } = row;
  return isRecord(value) ? value : {};
};

export type Bands = {
  /** In ms UTC. */
  readonly times: Float64Array;
  /** In USDT. */
  readonly portfolio: Float64Array;
  readonly p5: Float64Array;
  readonly p25: Float64Array;
  readonly p50: Float64Array;
  readonly p75: Float64Array;
  readonly p95: Float64Array;
};

/** Null where a series is missing, of another length, or no numbers. */
export const bandsOf = (figures: Row): Bands | null => {
  const bands = within(figures, 'bands');
  const { timestamp } = bands;
  if (!Array.isArray(timestamp) || timestamp.length === 0) return null;
  const series = (key: string): Float64Array => {
    const { [key]: values } = bands;
    return Array.isArray(values) ? Float64Array.from(values, Number) : new Float64Array();
  };
  const found: Bands = {
    times: Float64Array.from(timestamp, (moment) => Date.parse(String(moment))),
    portfolio: series('portfolio'),
    p5: series('p5'),
    p25: series('p25'),
    p50: series('p50'),
    p75: series('p75'),
    p95: series('p95'),
  };
  const isWhole = Object.values(found).every(
    (values) => values.length === timestamp.length && values.every(Number.isFinite),
  );
  return isWhole ? found : null;
};

export type BornOn = {
  readonly bornAt: string | null;
  readonly spans: readonly Row[];
  readonly reason: string | null;
};

/** The run before and after its strategy was first saved; null for a file that does not say. */
export const bornOnOf = (record: Row): BornOn | null => {
  const { born_on: part } = record;
  if (!isRecord(part)) return null;
  const spans = (['before', 'after'] as const).flatMap((span) => {
    const { [span]: figures } = part;
    return isRecord(figures) ? [{ span, ...figures }] : [];
  });
  return { bornAt: textOf(part.born_at), spans, reason: textOf(part.reason) };
};

const RETURNS = ['strategy', 'btc', 'basket'] as const;

/** A row for each crisis, the returns and the drawdowns of each holder under their own keys; null if the file has no list. */
export const crisesOf = (record: Row): Row[] | null => {
  const { crises } = record;
  if (!Array.isArray(crises)) return null;
  return crises.filter(isRecord).map((crisis) => ({
    crisis: `${String(crisis.month)} ${String(crisis.name)}`,
    month: crisis.month,
    name: crisis.name,
    ...Object.fromEntries(
      RETURNS.flatMap((holder) => {
        const { total_return, max_drawdown } = within(crisis, holder);
        return [
          [`${holder}_return`, total_return],
          [`${holder}_drawdown`, max_drawdown],
        ];
      }),
    ),
  }));
};
