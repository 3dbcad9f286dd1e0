// The cells of a heat map: the points that share a place on two axes, and the one of them that stands for all.
import type { ReadStudy, VariedAxis } from '../study-axes.ts';

/** More values than that along an axis share cells, several to one. */
const CELLS_MAX = 50;
/** The same of an axis that splits the columns of another one. */
const SPLIT_MAX = 10;

/** An axis of the map, cut into at most fifty parts. */
type Parts = { readonly words: readonly string[]; readonly partOf: (place: number) => number };

const ONE_PART: Parts = { words: [''], partOf: () => 0 };

const partsOf = (axis: VariedAxis | undefined, most: number): Parts => {
  if (!axis) return ONE_PART;
  const { words } = axis;
  const each = Math.ceil(words.length / most);
  if (each === 1) return { words, partOf: (place) => place };
  const starts = words.flatMap((_, place) => (place % each === 0 ? [place] : []));
  return {
    words: starts.map((start) => {
      const last = Math.min(start + each, words.length) - 1;
      return start === last ? (words[start] ?? '') : `${words[start]} – ${words[last]}`;
    }),
    partOf: (place) => Math.floor(place / each),
  };
};

/** How one of several points in a cell is taken. */
export type Pick = 'best' | 'median';

export type MapView = {
  /** Places in the list of axes; without a second one the map has one line. */
  readonly x: number;
  readonly y: number | null;
  /** The axis whose values split each column into several; null for none. */
  readonly split: number | null;
  /** The only value of another axis whose points count, by axis; all of them where none is chosen. */
  readonly only: Readonly<Record<number, number>>;
  readonly pick: Pick;
  readonly isLowBetter: boolean;
};

export type Cell = {
  /** The place of the point that stands for the cell; null where none has the figure. */
  readonly row: number | null;
  /** How many points are in it, and how many of them failed or have no figure. */
  readonly count: number;
  readonly without: number;
};

export type HeatMap = {
  readonly columns: readonly string[];
  /** The columns that one value of the first axis has, in order; empty where no axis splits them. */
  readonly groups: readonly { readonly words: string; readonly size: number }[];
  readonly lines: readonly string[];
  /** Line by line. */
  readonly cells: readonly Cell[];
  /** The ends of the scale of colours: the figure that is darkest, and the brightest one, which is the best. */
  readonly darkest: number;
  readonly brightest: number;
};

const FIRST_VIEW = { only: {}, pick: 'best' } as const;

/**
 * How a map begins: with the first two axes. Of three or more, a drift band lies across with its ends side by side
 * below its width, and the next axis down.
 */
export const firstView = (axes: readonly VariedAxis[]): Omit<MapView, 'isLowBetter'> => {
  const placeOf = (wanted: string) =>
    axes.findIndex(({ kind, name }) => kind === 'setting' && name === wanted);
  const [width, end] = [placeOf('drift_band_percent'), placeOf('drift_band_to')];
  if (axes.length < 3 || width === -1 || end === -1)
    return { x: 0, y: axes.length > 1 ? 1 : null, split: null, ...FIRST_VIEW };
  const y = axes.findIndex((_, place) => place !== width && place !== end);
  return { x: width, y, split: end, ...FIRST_VIEW };
};

/** The best point, or the middle one, of two the lower: a point of the study in either case, never a mean of several. */
const pickedRow = (
  rows: readonly number[],
  figures: readonly (number | null)[],
  { pick, isLowBetter }: MapView,
): number | null => {
  const sorted = rows.toSorted((one, other) => Number(figures[one]) - Number(figures[other]));
  if (pick === 'median') return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
  return (isLowBetter ? sorted[0] : sorted.at(-1)) ?? null;
};

/** Columns of which no point has the place are left out where they are split: a band of no width has one end. */
const columnsOf = (
  across: Parts,
  within: Parts,
  inCell: readonly (readonly number[])[],
  isSplit: boolean,
) => {
  const [outer, inner] = [across.words.length, within.words.length];
  const width = outer * inner;
  const all = [...across.words.keys()].flatMap((at) => within.words.map((_, part) => at * inner + part));
  const shown = isSplit
    ? all.filter((column) => inCell.some((rows, cell) => cell % width === column && rows.length > 0))
    : all;
  const groups = across.words.map((words, at) => ({
    words,
    size: shown.filter((column) => Math.floor(column / inner) === at).length,
  }));
  return {
    shown,
    columns: shown.map((column) => (isSplit ? within.words[column % inner] : across.words[column]) ?? ''),
    groups: isSplit ? groups.filter(({ size }) => size > 0) : [],
  };
};

/** The map of one figure; `figures` are those of the study's points, null where one has none. */
export const heatMapOf = (
  { axes, places }: { readonly axes: ReadStudy['axes']; readonly places: ReadStudy['places'] },
  figures: readonly (number | null)[],
  view: MapView,
): HeatMap => {
  const within = view.split === null ? ONE_PART : partsOf(axes[view.split], SPLIT_MAX);
  const across = partsOf(axes[view.x], Math.floor(CELLS_MAX / within.words.length));
  const down = view.y === null ? ONE_PART : partsOf(axes[view.y], CELLS_MAX);
  const only = Object.entries(view.only).map(([axis, place]) => [Number(axis), place] as const);
  const width = across.words.length * within.words.length;
  const inCell: number[][] = Array.from({ length: width * down.words.length }, () => []);
  const placeOn = (axis: number | null, own: readonly number[]) =>
    axis === null ? 0 : (own[axis] as number);
  places.forEach((own, row) => {
    if (only.some(([axis, place]) => own[axis] !== place)) return;
    const column =
      across.partOf(placeOn(view.x, own)) * within.words.length + within.partOf(placeOn(view.split, own));
    inCell[down.partOf(placeOn(view.y, own)) * width + column]?.push(row);
  });
  const { shown, columns, groups } = columnsOf(across, within, inCell, view.split !== null);
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const cells = down.words.flatMap((_, line) =>
    shown.map((column): Cell => {
      const rows = inCell[line * width + column] ?? [];
      const known = rows.filter((row) => figures[row] !== null);
      const row = pickedRow(known, figures, view);
      if (row !== null) {
        lowest = Math.min(lowest, figures[row] as number);
        highest = Math.max(highest, figures[row] as number);
      }
      return { row, count: rows.length, without: rows.length - known.length };
    }),
  );
  const [darkest, brightest] = view.isLowBetter ? [highest, lowest] : [lowest, highest];
  return { columns, groups, lines: down.words, cells, darkest, brightest };
};
