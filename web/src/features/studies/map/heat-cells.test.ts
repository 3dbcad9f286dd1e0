// A cell has the points of its place; one of them stands for it, and fine axes are cut into parts.
import { describe, expect, test } from 'vitest';
import type { VariedAxis } from '../study-axes.ts';
import { firstView, heatMapOf } from './heat-cells.ts';
import { cellColors, SCALE, stepOf } from './heat-colors.ts';

const axis = (name: string, size: number): VariedAxis => ({
  kind: 'parameter',
  name,
  label: name,
  words: Array.from({ length: size }, (_, place) => `${place}`),
});
const AXES = [axis('a', 2), axis('b', 3), axis('c', 2)];
const PLACES = Array.from({ length: 12 }, (_, index) => [
  Math.floor(index / 6),
  Math.floor(index / 2) % 3,
  index % 2,
]);
const FIGURES = [0, 1, 2, 3, 4, null, 6, 7, null, null, 10, 11];
const STUDY = { axes: AXES, places: PLACES };
const VIEW = { x: 1, y: 0, split: null, only: {}, pick: 'best', isLowBetter: false } as const;
const rows = (view: Parameters<typeof heatMapOf>[2]) =>
  heatMapOf(STUDY, FIGURES, view).cells.map(({ row }) => row);

describe('the cells of a heat map', () => {
  test('stand line by line, each for the best of its points', () => {
    expect(rows(VIEW)).toEqual([1, 3, 4, 7, null, 11]);
    expect(rows({ ...VIEW, isLowBetter: true })).toEqual([0, 2, 4, 6, null, 10]);
  });

  test('have the middle point where that is chosen, and only points with a chosen value of another axis', () => {
    expect(rows({ ...VIEW, pick: 'median' })).toEqual([0, 2, 4, 6, null, 10]);
    expect(rows({ ...VIEW, only: { 2: 1 } })).toEqual([1, 3, null, 7, null, 11]);
  });

  test('count their points and those without the figure; the scale is that of the shown ones', () => {
    const { cells, darkest, brightest, columns, lines } = heatMapOf(STUDY, FIGURES, VIEW);
    expect(cells[2]).toEqual({ row: 4, count: 2, without: 1 });
    expect(cells[4]).toEqual({ row: null, count: 2, without: 2 });
    expect([darkest, brightest]).toEqual([1, 11]);
    const less = heatMapOf(STUDY, FIGURES, { ...VIEW, isLowBetter: true });
    expect([less.darkest, less.brightest]).toEqual([10, 0]);
    expect([columns, lines]).toEqual([
      ['0', '1', '2'],
      ['0', '1'],
    ]);
  });

  test('of one axis are one line', () => {
    const map = heatMapOf(STUDY, FIGURES, { ...VIEW, y: null });
    expect(map.lines).toEqual(['']);
    expect(map.cells.map(({ row }) => row)).toEqual([7, 3, 11]);
  });

  test('stand side by side for each value of a third axis, without columns that no point is in', () => {
    const { columns, groups, cells, lines } = heatMapOf(
      { axes: AXES, places: PLACES.filter(([, b, c]) => b !== 1 || c === 0) },
      FIGURES,
      { ...VIEW, split: 2 },
    );
    expect(groups).toEqual([
      { words: '0', size: 2 },
      { words: '1', size: 1 },
      { words: '2', size: 2 },
    ]);
    expect(columns).toEqual(['0', '1', '0', '0', '1']);
    expect([lines.length, cells.length]).toEqual([2, 10]);
    expect(cells.map(({ row }) => row)).toEqual([0, 1, 2, 3, 4, null, 6, 7, null, null]);
  });

  test('begin with a drift band across, its ends side by side, and the calendar down', () => {
    const setting = (name: string): VariedAxis => ({ ...axis(name, 2), kind: 'setting' });
    const [band, end, calendar] = ['drift_band_percent', 'drift_band_to', 'rebalance_every'].map(setting) as [
      VariedAxis,
      VariedAxis,
      VariedAxis,
    ];
    expect(firstView([end, calendar, band])).toMatchObject({ x: 2, split: 0, y: 1 });
    expect(firstView([band, end])).toMatchObject({ x: 0, y: 1, split: null });
    expect(firstView(AXES)).toMatchObject({ x: 0, y: 1, split: null });
    expect(firstView([calendar])).toMatchObject({ x: 0, y: null });
  });

  test('share several values of a fine axis, at most fifty to a line', () => {
    const fine = { axes: [axis('fine', 120)], places: [[0], [2], [3], [119]] };
    const { columns, cells } = heatMapOf(fine, [1, 2, 3, 4], { ...VIEW, x: 0, y: null });
    expect(columns).toHaveLength(40);
    expect(columns.slice(0, 2)).toEqual(['0 – 2', '3 – 5']);
    expect([cells[0]?.row, cells[1]?.row, cells[39]?.row]).toEqual([1, 2, 3]);
  });
});

test('colours go from the darkest to the brightest figure, with letters that contrast with each', () => {
  expect([0, 5, 9.99, 10].map((figure) => stepOf(figure, 0, 10))).toEqual([0, 5, 9, 9]);
  expect([0, 5, 10].map((figure) => stepOf(figure, 10, 0))).toEqual([9, 5, 0]);
  expect(stepOf(3, 3, 3)).toBe(5);
  const luminance = (hex: string) =>
    [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((value) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, at) => sum + value * ([0.2126, 0.7152, 0.0722][at] as number), 0);
  for (const step of SCALE.keys()) {
    const { color, backgroundColor } = cellColors(step);
    const [dark, light] = [luminance(color), luminance(backgroundColor ?? '')].toSorted((a, b) => a - b) as [
      number,
      number,
    ];
    expect((light + 0.05) / (dark + 0.05)).toBeGreaterThan(4.5);
  }
});
