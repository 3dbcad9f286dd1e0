// The cells of a heat map: the points that share a place on two axes, and the one of them that stands for all.
import type { ReadStudy, VariedAxis } from '../study-axes.ts';

/** More values than that along an axis share cells, several to one. */
const CELLS_MAX = 50;

/** An axis of the map, cut into at most fifty parts. */
type Parts = { readonly words: readonly string[]; readonly partOf: (place: number) => number };

const ONE_PART: Parts = { words: [''], partOf: () => 0 };

const partsOf = (axis: VariedAxis | undefined): Parts => {
  if (!axis) return ONE_PART;
  const { words } = axis;
  const each = Math.ceil(words.length / CELLS_MAX);
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
  readonly lines: readonly string[];
  /** Line by line. */
  readonly cells: readonly Cell[];
  readonly lowest: number;
  readonly highest: number;
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

/** The map of one figure; `figures` are those of the study's points, null where one has none. */
export const heatMapOf = (
  { axes, places }: { readonly axes: ReadStudy['axes']; readonly places: ReadStudy['places'] },
  figures: readonly (number | null)[],
  view: MapView,
): HeatMap => {
  const across = partsOf(axes[view.x]);
  const down = view.y === null ? ONE_PART : partsOf(axes[view.y]);
  const only = Object.entries(view.only).map(([axis, place]) => [Number(axis), place] as const);
  const inCell: number[][] = Array.from({ length: across.words.length * down.words.length }, () => []);
  places.forEach((own, row) => {
    if (only.some(([axis, place]) => own[axis] !== place)) return;
    const line = view.y === null ? 0 : down.partOf(own[view.y] as number);
    inCell[line * across.words.length + across.partOf(own[view.x] as number)]?.push(row);
  });
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const cells = inCell.map((rows): Cell => {
    const known = rows.filter((row) => figures[row] !== null);
    const row = pickedRow(known, figures, view);
    if (row !== null) {
      lowest = Math.min(lowest, figures[row] as number);
      highest = Math.max(highest, figures[row] as number);
    }
    return { row, count: rows.length, without: rows.length - known.length };
  });
  return { columns: across.words, lines: down.words, cells, lowest, highest };
};
