// The note of a data table says how many rows are shown, in the words of the product.
import { expect, test } from 'vitest';
import { rowsNote } from './data-table-tools.tsx';

const ALL = {
  shown: 100,
  matching: 366,
  loaded: 366,
  total: 366,
  isFiltered: false,
  isSorted: false,
  isAll: false,
};
const PART = { ...ALL, matching: 1_000, loaded: 1_000, total: 50_592 };

// spec: results.7
test.each([
  [ALL, 'Showing first 100 rows of 366 total rows'],
  [{ ...ALL, isSorted: true }, 'Showing first 100 rows of 366 total rows'],
  [{ ...ALL, shown: 12, matching: 12, loaded: 12, total: 12 }, 'Showing first 12 rows of 12 total rows'],
  [{ ...ALL, shown: 366, isAll: true }, 'Showing all 366 rows'],
  [{ ...ALL, shown: 1, matching: 1, loaded: 1, total: 1 }, 'Showing first 1 row of 1 total row'],
  [{ ...ALL, isFiltered: true, shown: 1, matching: 1 }, 'Showing 1 matching row of 366 total rows'],
  [{ ...ALL, isFiltered: true, matching: 240 }, 'Showing first 100 of 240 matching rows of 366 total rows'],
  [{ ...ALL, isFiltered: true, shown: 29, matching: 29 }, 'Showing 29 matching rows of 366 total rows'],
])('the note says how many rows are shown: %j', (counts, note) => {
  expect(rowsNote(counts)).toBe(note);
});

test.each([
  [PART, 'Showing first 100 rows of 50,592 total rows'],
  [{ ...PART, shown: 1_000, isAll: true }, 'Showing first 1,000 rows of 50,592 total rows'],
  [
    { ...PART, isFiltered: true, matching: 744 },
    'Showing first 100 of 744 matching rows of the first 1,000 rows (50,592 in total)',
  ],
  [
    { ...PART, isFiltered: true, shown: 29, matching: 29 },
    'Showing 29 matching rows of the first 1,000 rows (50,592 in total)',
  ],
  [
    { ...PART, isSorted: true },
    'Showing 100 of the first 1,000 rows (50,592 in total), sorted among themselves',
  ],
  [
    { ...PART, isSorted: true, shown: 1_000, isAll: true },
    'Showing the first 1,000 rows (50,592 in total), sorted among themselves',
  ],
])(
  'of a table of which only the first rows were loaded, it says that these are meant: %j',
  (counts, note) => {
    expect(rowsNote(counts)).toBe(note);
  },
);
