// Where the parts of a dashboard are: what was kept of a layout, a user's changes, and the effect of each key.
import { cloneLayout, type Layout, moveElement, verticalCompactor } from 'react-grid-layout/core';

export const COLUMNS = 12;
const HEIGHT_MAX = 40;

const isWithin = (value: unknown, from: number, to: number): value is number =>
  Number.isInteger(value) && (value as number) >= from && (value as number) <= to;

/** The layout that was kept in the browser, or the usual one where that makes no sense. */
export const keptLayout = (kept: unknown, usualLayout: Layout): Layout => {
  const items: readonly unknown[] = Array.isArray(kept) ? kept : [];
  const read = usualLayout.map((usual) => {
    const found = items.find(
      (item): item is Record<'x' | 'y' | 'w' | 'h', unknown> =>
        (item as { i?: unknown } | null)?.i === usual.i,
    );
    if (!found) return null;
    const { x, y, w, h } = found;
    const fits =
      isWithin(w, usual.minW ?? 1, COLUMNS) &&
      isWithin(x, 0, COLUMNS - w) &&
      isWithin(y, 0, 1_000) &&
      isWithin(h, usual.minH ?? 1, HEIGHT_MAX);
    return fits ? { ...usual, x, y, w, h } : null;
  });
  const whole = read.filter((item) => item !== null);
  return whole.length === usualLayout.length ? verticalCompactor.compact(whole, COLUMNS) : usualLayout;
};

/** The part of a layout that is kept. */
export const layoutToKeep = (layout: Layout) => layout.map(({ i, x, y, w, h }) => ({ i, x, y, w, h }));

const isSame = (one: Layout, other: Layout): boolean =>
  one.every(({ i, x, y, w, h }) => {
    const twin = other.find((item) => item.i === i);
    return twin !== undefined && twin.x === x && twin.y === y && twin.w === w && twin.h === h;
  });

/** The layout with every part as high as its content, measured in rows. */
export const asHighAs = (layout: Layout, rows: Readonly<Partial<Record<string, number>>>): Layout => {
  const high = layout.map((item) => ({ ...item, h: Math.max(item.minH ?? 1, rows[item.i] ?? item.h) }));
  return verticalCompactor.compact(high, COLUMNS);
};

/** The layout that a user made of one whose heights were those of the content. */
export const withKeptHeights = (layout: Layout, kept: Layout): Layout => {
  const usual = layout.map((item) => ({ ...item, h: kept.find(({ i }) => i === item.i)?.h ?? item.h }));
  return verticalCompactor.compact(usual, COLUMNS);
};

type GridBox = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };

/** The layout with a part at a place, the others out of its way; null where it cannot lie. */
const placed = (layout: Layout, name: string, { x, y, w, h }: GridBox): Layout | null => {
  const copy = cloneLayout(layout);
  const item = copy.find(({ i }) => i === name);
  if (!item || x < 0 || y < 0 || x + w > COLUMNS || h > HEIGHT_MAX) return null;
  if (w < (item.minW ?? 1) || h < (item.minH ?? 1)) return null;
  item.w = w;
  item.h = h;
  // At its own place, moving does nothing: from next to it, it is moved there and pushes the others away.
  item.y = y === item.y && x === item.x ? -1 : item.y;
  const moved = moveElement(copy, item, x, y, true, false, 'vertical', COLUMNS);
  return verticalCompactor.compact(moved, COLUMNS);
};

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** How far a part moves at most before it has passed every other one. */
const REACH = 2 * HEIGHT_MAX;

/**
 * An arrow moves a part to the next place where the layout is another one; with `isResizing` it makes the part wider,
 * narrower, lower or higher by one step. Null when the key does nothing.
 */
export const afterKey = (layout: Layout, name: string, key: string, isResizing: boolean): Layout | null => {
  const item = layout.find(({ i }) => i === name);
  const [dx, dy] = STEPS[key] ?? [0, 0];
  if (!item || (dx === 0 && dy === 0)) return null;
  const { x, y, w, h } = item;
  if (isResizing) return placed(layout, name, { x, y, w: w + dx, h: h + dy });
  for (let step = 1; step <= REACH; step += 1) {
    const next = placed(layout, name, { x: x + dx * step, y: y + dy * step, w, h });
    if (!next) return null;
    if (!isSame(next, layout)) return next;
  }
  return null;
};
