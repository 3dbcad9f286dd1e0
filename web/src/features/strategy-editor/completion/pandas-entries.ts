// The parts of pandas and numpy that strategies are made of, in a line each; warns about those that see the future.
import type { Entry } from './completion-entry.ts';
import parts from './pandas-entries.json' with { type: 'json' };

type Described = Omit<Entry, 'returns'>;

const entries = (returns: string, described: readonly Described[]): Entry[] =>
  described.map((each) => ({ ...each, returns }));

/** Entries by the type that they return. */
const allOf = (byType: Readonly<Record<string, readonly Described[]>>): Entry[] =>
  Object.entries(byType).flatMap(([returns, described]) => entries(returns, described));

const WINDOWS = entries('Rolling', parts.windows);

/** A table: a row per bar, a column per coin. */
export const TABLE: readonly Entry[] = [
  ...entries('DataFrame', parts.shared),
  ...WINDOWS,
  ...entries('Series', parts.figures),
  ...allOf(parts.table),
];

/** One column, or a value for each row. */
export const SERIES: readonly Entry[] = [
  ...entries('Series', parts.shared),
  ...WINDOWS,
  ...entries(
    'float',
    parts.figures.map(({ name, doc }) => ({
      name,
      parameters: '()',
      doc: doc.replace(/; axis=1: of each row/, ''),
    })),
  ),
  ...allOf(parts.series),
];

/** The methods that follow rolling, expanding and ewm. */
export const ROLLING: readonly Entry[] = allOf(parts.rolling);

/** `np.` */
export const NUMPY: readonly Entry[] = allOf(parts.numpy);

/** `pd.` */
export const PANDAS: readonly Entry[] = allOf(parts.pandas);
