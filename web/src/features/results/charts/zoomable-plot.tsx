// A figure under a crosshair: drawn again for a new view only, zoomed by drawing over it.
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { AXIS_PX, PLOT_CONFIG } from '../../../lib/charts/figure-basics.ts';
import { Plot } from '../../../ui/plot.ts';
import { wheelZoom } from './chart-keys.ts';
import classes from './zoomable-plot.module.css';

/** The library writes the times of an axis as UTC without saying so. */
const msOf = (time: unknown): number => Date.parse(`${String(time).replace(' ', 'T')}Z`);

type FigureProps = {
  data: object[];
  layout: object;
  /** Zoom is drawn with a mouse; a finger has to scroll the page. */
  hasMouse: boolean;
  /** The range that was drawn over, in ms UTC; both ends must stay the same from one drawing to the next. */
  onDrawn: (from: number, to: number) => void;
  onReset: () => void;
};

/** Zoomed by drawing over it; a double click shows everything. */
export const ZoomableFigure = memo(({ data, layout, hasMouse, onDrawn, onReset }: FigureProps) => {
  const config = useMemo(
    () => ({ ...PLOT_CONFIG, doubleClick: false as const, staticPlot: !hasMouse }),
    [hasMouse],
  );
  return (
    <Plot
      data={data}
      layout={layout}
      config={config}
      onRelayout={(change: object) => {
        const changed = change as Readonly<Record<string, unknown>>;
        const [from, to] = [msOf(changed['xaxis.range[0]']), msOf(changed['xaxis.range[1]'])];
        if (Number.isFinite(from) && Number.isFinite(to)) onDrawn(from, to);
      }}
      onDoubleClick={onReset}
    />
  );
});

type ZoomablePlotProps = FigureProps & {
  label: string;
  heightPx: number;
  bars: number;
  bar: number;
  /** The crosshair's reading, as text. */
  reading: string;
  crosshair: {
    readonly xPx: number | null;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    /** By how much the time in view is stretched. */
    readonly onZoom: (factor: number) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerLeave: () => void;
  };
  /** At the foot of the crosshair. */
  children?: ReactNode;
};

/** The wheel zooms with Ctrl or ⌘, which is what a pinch on a touchpad sends; alone it scrolls the page. */
const useWheel = (onZoom: (factor: number) => void) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = ref;
    const turn = (event: WheelEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.deltaY === 0) return;
      event.preventDefault();
      onZoom(wheelZoom(event.deltaY));
    };
    // React listens passively, and the browser would zoom the whole page.
    current?.addEventListener('wheel', turn, { passive: false });
    return () => current?.removeEventListener('wheel', turn);
  }, [onZoom]);
  return ref;
};

/** A slider through time for the keyboard; what it reads is said. */
export const ZoomablePlot = (props: ZoomablePlotProps) => {
  const { label, heightPx, bars, bar, reading, crosshair, children, ...figure } = props;
  const { xPx, onKeyDown, onZoom, onPointerMove, onPointerLeave } = crosshair;
  const ref = useWheel(onZoom);
  const slider = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': bars - 1,
    'aria-valuenow': bar,
    'aria-valuetext': reading,
    onKeyDown,
    onPointerMove,
    onPointerLeave,
  };
  return (
    <div ref={ref} className={classes.plot} style={{ height: heightPx }} {...slider}>
      <ZoomableFigure {...figure} />
      {xPx === null ? null : (
        <div className={classes.crosshair} style={{ left: xPx, height: heightPx - AXIS_PX }}>
          {children}
        </div>
      )}
    </div>
  );
};
