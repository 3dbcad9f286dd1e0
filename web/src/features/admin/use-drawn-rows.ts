// Which rows of a list are drawn: those in sight and a few around them; its end asks for more.
import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';

/** Height of each row in px. */
export const ROW_PX = 44;
const SPARE_ROWS = 8;
/** For a place that is not laid out yet. */
const FIRST_RECT = { width: 800, height: 640 };
/** More are loaded when so few are left below those that are drawn. */
const AHEAD_ROWS = 5;

/** `ref` goes onto the place that scrolls; heights are those of the rows that are not drawn. */
export const useDrawnRows = (count: number, onMore: (() => void) | null) => {
  const ref = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => ref.current,
    estimateSize: () => ROW_PX,
    overscan: SPARE_ROWS,
    initialRect: FIRST_RECT,
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => report(rect.height > 0 ? rect : FIRST_RECT)),
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  const isScrolled = (virtualizer.scrollOffset ?? 0) > 0;
  const isNearEnd = isScrolled && last !== undefined && last.index >= count - AHEAD_ROWS;
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  useEffect(() => {
    if (isNearEnd && count > 0) more.current?.();
  }, [isNearEnd, count]);
  return {
    ref,
    places: items.map(({ index }) => index),
    beforePx: first?.start ?? 0,
    afterPx: last ? virtualizer.getTotalSize() - last.end : 0,
  };
};
