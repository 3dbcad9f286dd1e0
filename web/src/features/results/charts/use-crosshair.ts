// The crosshair of the charts: where the pointer or the keys have put it.
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { firstFrom, nearest } from '../../../lib/charts/decimation.ts';
import { LEFT_PX } from '../../../lib/charts/figure-basics.ts';
import { drawnRange, type TimeRange } from '../curves/chart-range.ts';
import { barAfter, zoomOf } from './chart-keys.ts';

type CrosshairInput = {
  /** Of the bars, ms UTC. */
  times: Float64Array;
  barMs: number;
  whole: TimeRange;
  range: TimeRange;
  onRange: (range: TimeRange) => void;
  /** Of the panes. */
  widthPx: number;
};

/**
 * `bar` is where it stands, null for nowhere. The arrows and their like move it, `+` and `-` zoom around it, `0` shows
 * everything, Escape takes it away.
 */
export const useCrosshair = ({ times, barMs, whole, range, onRange, widthPx }: CrosshairInput) => {
  const [bar, setBar] = useState<number | null>(null);
  const first = firstFrom(times, range.from);
  const last = Math.max(first, firstFrom(times, range.to + 1) - 1);
  const shown = bar !== null && bar >= first && bar <= last ? bar : null;

  const zoom = (factor: number) => {
    const half = ((range.to - range.from) * factor) / 2;
    const centre = times[shown ?? last] as number;
    onRange(drawnRange(centre - half, centre + half, whole, barMs));
  };
  const actionOf = (key: string): (() => void) | null => {
    const moved = barAfter(key, { first, last, bar: shown ?? last });
    const factor = zoomOf(key);
    if (moved !== null) return () => setBar(moved);
    if (factor !== null) return () => zoom(factor);
    if (key === '0') return () => onRange(whole);
    return key === 'Escape' && shown !== null ? () => setBar(null) : null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? null : actionOf(event.key);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent) => {
    const share = (clientX - currentTarget.getBoundingClientRect().left - LEFT_PX) / widthPx;
    setBar(share < 0 || share > 1 ? null : nearest(times, range.from + share * (range.to - range.from)));
  };
  const shareOf = (index: number) => ((times[index] as number) - range.from) / (range.to - range.from);
  return {
    bar: shown,
    last,
    xPx: shown === null ? null : LEFT_PX + shareOf(shown) * widthPx,
    onKeyDown,
    onZoom: zoom,
    onPointerMove,
    onPointerLeave: () => setBar(null),
  };
};
