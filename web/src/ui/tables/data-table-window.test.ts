// Only the rows in sight are drawn, whatever the length of the table, and never fewer than fill the place.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ROW_PX, rowWindow } from './data-table-window.ts';

test('everything in sight is drawn, and not much more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000 }),
      fc.integer({ min: 0, max: 3_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (rows, height, share) => {
        const top = share * Math.max(0, rows * ROW_PX - height);
        const { from, to } = rowWindow(top, height, rows);
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(rows);
        expect(from).toBeLessThanOrEqual(Math.floor(top / ROW_PX));
        expect(to).toBeGreaterThanOrEqual(Math.min(rows, Math.ceil((top + height) / ROW_PX)));
        expect(to - from).toBeLessThanOrEqual(Math.ceil(height / ROW_PX) + 64);
      },
    ),
  );
});

test('a table that became shorter than where it was scrolled to shows its end', () => {
  expect(rowWindow(50_000 * ROW_PX, 280, 20)).toEqual({ from: 2, to: 20 });
});
