// The dashboard's layout by key and from the browser's storage: no two parts overlap, and each has room to be read.
import fc from 'fast-check';
import { collides, type Layout } from 'react-grid-layout/core';
import { describe, expect, test } from 'vitest';
import {
  afterKey,
  asHighAs,
  COLUMNS,
  keptLayout,
  layoutToKeep,
  withKeptHeights,
} from './dashboard-layout.ts';

const WIDGETS = ['performance', 'positions', 'strategy'] as const;
const USUAL_LAYOUT: Layout = [
  { i: 'performance', x: 0, y: 0, w: 7, h: 9, minW: 4, minH: 7 },
  { i: 'positions', x: 7, y: 0, w: 5, h: 9, minW: 3, minH: 5 },
  { i: 'strategy', x: 0, y: 9, w: 12, h: 13, minW: 5, minH: 8 },
];

const boxOf = (layout: Layout | null, name: string) => {
  const { x, y, w, h } = layout?.find(({ i }) => i === name) ?? { x: -1, y: -1, w: -1, h: -1 };
  return [x, y, w, h];
};

// spec: trading-page.10
test('parts that are as high as their content keep their places and, for a higher window, their heights', () => {
  const high = asHighAs(USUAL_LAYOUT, { performance: 9, positions: 3, strategy: 30 });
  expect(boxOf(high, 'performance')).toEqual([0, 0, 7, 9]);
  // No lower than it can be read.
  expect(boxOf(high, 'positions')).toEqual([7, 0, 5, 5]);
  expect(boxOf(high, 'strategy')).toEqual([0, 9, 12, 30]);
  expect(layoutToKeep(withKeptHeights(high, USUAL_LAYOUT))).toEqual(layoutToKeep(USUAL_LAYOUT));
});

describe('by key', () => {
  test('a part becomes narrower and the one next to it moves by itself', () => {
    const narrower = afterKey(USUAL_LAYOUT, 'performance', 'ArrowLeft', true);
    expect(boxOf(narrower, 'performance')).toEqual([0, 0, 6, 9]);
    expect(boxOf(narrower, 'positions')).toEqual([7, 0, 5, 9]);
  });

  test('a part that becomes higher pushes those below it down', () => {
    const higher = afterKey(USUAL_LAYOUT, 'performance', 'ArrowDown', true);
    expect(boxOf(higher, 'performance')).toEqual([0, 0, 7, 10]);
    expect(boxOf(higher, 'strategy')).toEqual([0, 10, 12, 13]);
  });

  test('a part that moves down takes the place of what is below it', () => {
    const moved = afterKey(USUAL_LAYOUT, 'performance', 'ArrowDown', false);
    expect(boxOf(moved, 'performance')[1]).toBeGreaterThan(0);
    const back = afterKey(moved ?? [], 'performance', 'ArrowUp', false);
    expect(boxOf(back, 'performance')[1]).toBe(0);
  });

  test('nothing leaves the grid, and other keys do nothing', () => {
    expect(afterKey(USUAL_LAYOUT, 'performance', 'ArrowLeft', false)).toBeNull();
    expect(afterKey(USUAL_LAYOUT, 'performance', 'ArrowUp', false)).toBeNull();
    expect(afterKey(USUAL_LAYOUT, 'strategy', 'ArrowRight', true)).toBeNull();
    expect(afterKey(USUAL_LAYOUT, 'strategy', 'Enter', false)).toBeNull();
  });

  // spec: trading-page.42
  test('whatever is pressed, parts lie within the grid and apart', () => {
    const keys = fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown');
    const press = fc.record({ name: fc.constantFrom(...WIDGETS), key: keys, isResizing: fc.boolean() });
    fc.assert(
      fc.property(fc.array(press, { maxLength: 15 }), (presses) => {
        let layout = USUAL_LAYOUT;
        for (const { name, key, isResizing } of presses)
          layout = afterKey(layout, name, key, isResizing) ?? layout;
        for (const item of layout) {
          expect(item.x >= 0 && item.x + item.w <= COLUMNS && item.y >= 0).toBe(true);
          expect(item.w).toBeGreaterThanOrEqual(item.minW ?? 1);
          for (const other of layout) expect(item.i !== other.i && collides(item, other)).toBe(false);
        }
        expect(keptLayout(JSON.parse(JSON.stringify(layoutToKeep(layout))), USUAL_LAYOUT)).toHaveLength(3);
      }),
      { numRuns: 60 },
    );
  });
});

describe('from the browser', () => {
  test('a kept layout comes back', () => {
    const moved = afterKey(USUAL_LAYOUT, 'performance', 'ArrowLeft', true) ?? [];
    const kept = keptLayout(JSON.parse(JSON.stringify(layoutToKeep(moved))), USUAL_LAYOUT);
    for (const name of WIDGETS) expect(boxOf(kept, name)).toEqual(boxOf(moved, name));
  });

  test.each([
    ['nothing', null],
    ['text', 'wide'],
    ['a part that is missing', layoutToKeep(USUAL_LAYOUT).slice(1)],
    ['a part outside of the grid', layoutToKeep(USUAL_LAYOUT).map((item) => ({ ...item, x: 11 }))],
    ['a part without room', layoutToKeep(USUAL_LAYOUT).map((item) => ({ ...item, h: 1 }))],
    ['no numbers', layoutToKeep(USUAL_LAYOUT).map((item) => ({ ...item, y: 'top' }))],
  ])('%s is the usual layout', (_, kept) => {
    expect(keptLayout(kept, USUAL_LAYOUT)).toEqual(USUAL_LAYOUT);
  });
});
