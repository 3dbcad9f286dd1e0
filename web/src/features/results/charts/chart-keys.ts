// The effect of the keys and the wheel on the crosshair of the charts.

/** The bars in view, both included, and the crosshair's position. */
export type Shown = { readonly first: number; readonly last: number; readonly bar: number };

/** The maximum number of steps across the view. */
const STEPS = 200;
const PAGE_STEPS = 10;

const STEPPED: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['PageDown', -PAGE_STEPS],
  ['PageUp', PAGE_STEPS],
]);

/** Where a key moves the crosshair, within the view; null for a key that does not move it. */
export const barAfter = (key: string, { first, last, bar }: Shown): number | null => {
  if (key === 'Home') return first;
  if (key === 'End') return last;
  const steps = STEPPED.get(key);
  if (steps === undefined) return null;
  const step = Math.max(1, Math.round((last - first) / STEPS));
  return Math.min(last, Math.max(first, bar + steps * step));
};

const ZOOMED: ReadonlyMap<string, number> = new Map([
  ['+', 0.5],
  ['=', 0.5],
  ['-', 2],
]);

/** By how much a key stretches the time in view; null for a key that does not. */
export const zoomOf = (key: string): number | null => ZOOMED.get(key) ?? null;

const NOTCH_PX = 100;

/** By how much the wheel stretches the time in view: by half with a notch, and less with the small steps of a touchpad. */
export const wheelZoom = (deltaY: number): number =>
  2 ** (Math.max(-NOTCH_PX, Math.min(NOTCH_PX, deltaY)) / NOTCH_PX);
