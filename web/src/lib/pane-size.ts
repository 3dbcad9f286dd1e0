// Sizes of panes that can be collapsed, in percent of the box that they share with others.

export type PaneLimits = {
  readonly defaultPercent: number;
  readonly minPercent: number;
  readonly maxPercent: number;
  /** The percentage that is left of it when it is collapsed. */
  readonly collapsedPercent: number;
};

/** `percent` is its size while it is open; a collapsed pane keeps it for when it opens again. */
export type PaneSize = { readonly percent: number; readonly isOpen: boolean };

const clamped = (percent: number, { minPercent, maxPercent }: PaneLimits): number =>
  Math.min(Math.max(percent, minPercent), maxPercent);

/** Below this a pane is no longer held at its least size, but collapses. */
const collapsesBelow = ({ minPercent, collapsedPercent }: PaneLimits): number =>
  (minPercent + collapsedPercent) / 2;

export const shownPercent = ({ percent, isOpen }: PaneSize, limits: PaneLimits): number =>
  isOpen ? percent : limits.collapsedPercent;

/** The pane after its handle was dragged to a size. */
export const draggedTo = (pane: PaneSize, percent: number, limits: PaneLimits): PaneSize =>
  percent < collapsesBelow(limits)
    ? { ...pane, isOpen: false }
    : { percent: clamped(percent, limits), isOpen: true };

/** The pane's size after a key on its handle; it stops at its minimum before it collapses. */
export const steppedBy = (pane: PaneSize, stepPercent: number, limits: PaneLimits): PaneSize => {
  const from = shownPercent(pane, limits);
  const to = from + stepPercent;
  if (stepPercent < 0 && to < limits.minPercent) {
    const rests = from > limits.minPercent && to >= collapsesBelow(limits);
    return rests ? { percent: limits.minPercent, isOpen: true } : { ...pane, isOpen: false };
  }
  return { percent: clamped(to, limits), isOpen: true };
};

/** The size that was kept in the browser, or the default where that makes no sense. */
export const paneOf = (kept: unknown, limits: PaneLimits, isOpen: boolean): PaneSize => {
  const { percent, isOpen: wasOpen } = (kept ?? {}) as Partial<PaneSize>;
  const isSize = typeof percent === 'number' && Number.isFinite(percent) && typeof wasOpen === 'boolean';
  return isSize
    ? { percent: clamped(percent, limits), isOpen: wasOpen }
    : { percent: limits.defaultPercent, isOpen };
};
