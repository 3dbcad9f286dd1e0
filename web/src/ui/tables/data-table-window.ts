// Which rows of a long table are drawn: those in sight and a few around them.
import { useCallback, useState } from 'react';

export type RowWindow = { readonly from: number; readonly to: number };

/** Height of each row in px; the style sheet holds them to it. */
export const ROW_PX = 28;
/** Rendered above and below the visible part. */
const SPARE_ROWS = 16;
/** The window moves by as many rows at once, so that most scrolling draws nothing. */
const STEP_ROWS = 8;
/** In sight before anything was measured. */
const FIRST_ROWS = 40;

/** The rows to draw for a place that is scrolled to `top` and `height` px high. */
export const rowWindow = (top: number, height: number, rows: number): RowWindow => {
  const first = Math.floor(top / ROW_PX / STEP_ROWS) * STEP_ROWS;
  const shown = Math.ceil(height / ROW_PX) + STEP_ROWS;
  const from = Math.max(0, Math.min(first - SPARE_ROWS, rows - shown));
  return { from, to: Math.min(rows, Math.max(first, 0) + shown + SPARE_ROWS) };
};

const same = (a: RowWindow, b: RowWindow): boolean => a.from === b.from && a.to === b.to;

/** The visible window of the element with the ref, as it scrolls or resizes. */
export const useRowWindow = (rows: number): { ref: (place: HTMLElement | null) => void } & RowWindow => {
  const [seen, setSeen] = useState({ top: 0, height: FIRST_ROWS * ROW_PX });
  const ref = useCallback(
    (place: HTMLElement | null) => {
      if (!place) return;
      const look = () =>
        setSeen((before) => {
          const now = { top: place.scrollTop, height: place.clientHeight };
          const unmoved = same(
            rowWindow(before.top, before.height, rows),
            rowWindow(now.top, now.height, rows),
          );
          return unmoved ? before : now;
        });
      const observer = new ResizeObserver(look);
      observer.observe(place);
      place.addEventListener('scroll', look, { passive: true });
      return () => {
        observer.disconnect();
        place.removeEventListener('scroll', look);
      };
    },
    [rows],
  );
  return { ref, ...rowWindow(seen.top, seen.height, rows) };
};
