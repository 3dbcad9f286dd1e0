// The parts of pandas and numpy that strategies are made of, in a line each; warns about those that see the future.
import type { Entry } from './completion-entry.ts';

type Row = readonly [name: string, parameters: string, doc: string];

const entries = (returns: string, rows: readonly Row[]): Entry[] =>
  rows.map(([name, parameters, doc]) => ({ name, parameters, returns, doc }));

const SHARED: readonly Row[] = [
  ['abs', '()', 'Absolute values.'],
  ['astype', '(dtype)', 'The same values as another type, such as float.'],
  [
    'bfill',
    '(limit=None)',
    'Fills gaps with the next value. That is a later one: a weight must not depend on it.',
  ],
  ['clip', '(lower=None, upper=None)', 'Values below `lower` or above `upper` become these.'],
  ['copy', '()', 'A copy that can be changed without changing the original.'],
  ['cummax', '()', 'The highest value up to each row.'],
  ['cummin', '()', 'The lowest value up to each row.'],
  ['cumprod', '()', 'The product of all values up to each row.'],
  ['cumsum', '()', 'The sum of all values up to each row.'],
  ['diff', '(periods=1)', 'The difference to the value `periods` rows before.'],
  ['dropna', '()', 'Without what is missing.'],
  ['ffill', '(limit=None)', 'Fills gaps with the last known value.'],
  ['fillna', '(value)', 'Puts `value` where one is missing.'],
  ['isna', '()', 'True where a value is missing.'],
  ['mask', '(cond, other=nan)', 'Replaces the values where the condition holds.'],
  ['notna', '()', 'True where a value is there.'],
  ['pct_change', '(periods=1)', 'The change over `periods` rows as a share: 0.05 is 5 %.'],
  [
    'reindex',
    '(index=None, method=None)',
    'The values at the rows of another index; method="ffill" takes the last known one.',
  ],
  ['round', '(decimals=0)', 'Rounded values.'],
  [
    'shift',
    '(periods=1)',
    'The values of `periods` rows before. Negative `periods` would bring later rows: look-ahead.',
  ],
  ['where', '(cond, other=nan)', 'Keeps the values where the condition holds, and replaces the others.'],
];

const FIGURES: readonly Row[] = [
  ['max', '(axis=0)', 'The highest value; axis=1: of each row.'],
  [
    'mean',
    '(axis=0)',
    'The mean; axis=1: of each row. Over all rows it would know later ones: use rolling or expanding.',
  ],
  ['median', '(axis=0)', 'The median; axis=1: of each row.'],
  ['min', '(axis=0)', 'The lowest value; axis=1: of each row.'],
  [
    'quantile',
    '(q=0.5, axis=0)',
    'The value that a share `q` of the values does not exceed; axis=1: of each row.',
  ],
  ['std', '(axis=0, ddof=1)', 'The standard deviation; axis=1: of each row.'],
  ['sum', '(axis=0)', 'The sum; axis=1: of each row.'],
];

const WINDOWS: Entry[] = entries('Rolling', [
  [
    'ewm',
    '(span=None, halflife=None, alpha=None)',
    'Exponentially weighted windows: follow with .mean() or .std().',
  ],
  ['expanding', '(min_periods=1)', 'All rows up to each one: follow with .mean(), .max(), …'],
  [
    'rolling',
    '(window, min_periods=None)',
    'The last `window` rows of each one: follow with .mean(), .std(), …',
  ],
]);

/** A table: a row per bar, a column per coin. */
export const TABLE: readonly Entry[] = [
  ...entries('DataFrame', SHARED),
  ...WINDOWS,
  ...entries('Series', [
    ...FIGURES,
    ['all', '(axis=0)', 'Whether all are true; axis=1: of each row.'],
    ['any', '(axis=0)', 'Whether any is true; axis=1: of each row.'],
    ['count', '(axis=0)', 'How many values are there; axis=1: of each row.'],
    ['idxmax', '(axis=0)', 'Where the highest value is; axis=1: the coin of each row.'],
    ['idxmin', '(axis=0)', 'Where the lowest value is; axis=1: the coin of each row.'],
  ]),
  ...entries('DataFrame', [
    ['add', '(other, axis=1)', 'Adds; axis=0 lines a Series up with the rows.'],
    ['apply', '(func, axis=0)', 'Calls a function with each column, or with each row (axis=1).'],
    ['corr', '()', 'The correlation between columns, over all rows: a weight must not depend on it.'],
    [
      'div',
      '(other, axis=1)',
      'Divides; axis=0 lines a Series up with the rows: weights.div(weights.sum(axis=1), axis=0).',
    ],
    ['mul', '(other, axis=1)', 'Multiplies; axis=0 lines a Series up with the rows.'],
    ['nlargest', '(n, columns)', 'The n rows with the highest values.'],
    [
      'rank',
      '(axis=0, ascending=True, pct=False)',
      'The place of each value; axis=1: among the coins of its row.',
    ],
    ['sub', '(other, axis=1)', 'Subtracts; axis=0 lines a Series up with the rows.'],
  ]),
  ...entries('Index', [
    ['columns', '', 'The names of the columns: the coins.'],
    ['index', '', 'The times of the rows.'],
  ]),
  ...entries('Indexer', [
    ['iloc', '', 'Rows and columns by position: table.iloc[-1].'],
    ['loc', '', 'Rows and columns by name or condition: table.loc[rows, "BTC"].'],
  ]),
  ...entries('tuple', [['shape', '', 'How many rows and columns there are.']]),
  ...entries('ndarray', [['to_numpy', '()', 'The values as a numpy array [bar, coin].']]),
];

/** One column, or a value for each row. */
export const SERIES: readonly Entry[] = [
  ...entries('Series', [
    ...SHARED,
    ['map', '(func)', 'Calls a function with each value.'],
    ['rank', '(ascending=True, pct=False)', 'The place of each value among all.'],
  ]),
  ...WINDOWS,
  ...entries(
    'float',
    FIGURES.map(([name, , doc]) => [name, '()', doc.replace(/; axis=1: of each row/, '')]),
  ),
  ...entries('Index', [['index', '', 'The times of the rows.']]),
  ...entries('DataFrame', [['to_frame', '(name=None)', 'A table with this one column.']]),
  ...entries('ndarray', [['to_numpy', '()', 'The values as a numpy array.']]),
];

/** The methods that follow rolling, expanding and ewm. */
export const ROLLING: readonly Entry[] = entries('DataFrame', [
  [
    'apply',
    '(func, raw=False)',
    'Calls a function with each window; raw=True hands over numpy arrays, which is faster.',
  ],
  ['corr', '(other=None)', 'The correlation within each window.'],
  ['count', '()', 'How many values are in each window.'],
  ['kurt', '()', 'The kurtosis of each window.'],
  ['max', '()', 'The highest value of each window.'],
  ['mean', '()', 'The mean of each window.'],
  ['median', '()', 'The median of each window.'],
  ['min', '()', 'The lowest value of each window.'],
  ['quantile', '(q)', 'The value that a share `q` of each window does not exceed.'],
  ['rank', '(pct=False)', 'The place of the last value in its window.'],
  ['skew', '()', 'The skewness of each window.'],
  ['std', '(ddof=1)', 'The standard deviation of each window.'],
  ['sum', '()', 'The sum of each window.'],
  ['var', '(ddof=1)', 'The variance of each window.'],
]);

/** `np.` */
export const NUMPY: readonly Entry[] = [
  ...entries('ndarray', [
    ['abs', '(x)', 'Absolute values.'],
    ['exp', '(x)', 'e to the power of each value.'],
    ['isnan', '(x)', 'True where a value is NaN.'],
    ['log', '(x)', 'Natural logarithms.'],
    ['maximum', '(a, b)', 'The greater of two values, one by one.'],
    ['minimum', '(a, b)', 'The smaller of two values, one by one.'],
    ['nan_to_num', '(x, nan=0.0)', 'Puts a number where one is NaN.'],
    ['sign', '(x)', '-1, 0 or 1.'],
    ['sqrt', '(x)', 'Square roots.'],
    [
      'where',
      '(condition, x, y)',
      'x where the condition holds, else y. Answers an array: rows and columns get lost.',
    ],
    ['zeros', '(shape)', 'An array of zeros.'],
  ]),
  ...entries('float', [
    ['inf', '', 'Infinity.'],
    ['nan', '', 'No value: a row of weights that is all NaN leaves the portfolio as it is.'],
  ]),
];

/** `pd.` */
export const PANDAS: readonly Entry[] = [
  ...entries('DataFrame', [
    [
      'DataFrame',
      '(data=None, index=None, columns=None)',
      'A table, such as pd.DataFrame(0.0, index=close.index, columns=close.columns).',
    ],
    ['concat', '(objs, axis=0)', 'Tables below each other, or side by side (axis=1).'],
  ]),
  ...entries('Series', [['Series', '(data=None, index=None)', 'A value for each row of an index.']]),
  ...entries('Timedelta', [['Timedelta', '(value)', 'A span of time, such as pd.Timedelta(days=7).']]),
  ...entries('Timestamp', [
    ['Timestamp', '(value, tz=None)', 'An instant, such as pd.Timestamp("2024-01-01", tz="UTC").'],
  ]),
  ...entries('bool', [['isna', '(value)', 'Whether a value is missing.']]),
];
