// Draws the picture of a result: its equity and drawdown from the first bar to the last, as its page shows them.
import { chartColors } from '../../../lib/charts/chart-colors.ts';
import { LEFT_PX, RIGHT_PX } from '../../../lib/charts/figure-basics.ts';
import type { Scheme } from '../charts/chart-stage.tsx';
import type { RunCurves } from '../curves/run-curves.ts';
import { type ChartView, EQUITY_LINES, lineWidthsPx } from './chart-figure.ts';
import { paneBoxes } from './chart-panes.ts';
import { type Caption, pictureFigure } from './chart-picture.ts';
import { usualScale } from './figure-layout.ts';
import { pngOf } from './plot.ts';

const NARROW_PX = 560;
/** On a phone, so that all of it is in sight below the findings. */
const NARROW_HEIGHT_PX = 350;
const HEIGHT_MIN_PX = 420;
const heightFor = (widthPx: number): number =>
  widthPx < NARROW_PX ? NARROW_HEIGHT_PX : Math.max(HEIGHT_MIN_PX, Math.round(widthPx * 0.48));

/** The page's view of a run before anything is chosen. */
export const wholeView = (curves: RunCurves, placePx: number): ChartView => {
  const { times } = curves.portfolio;
  const widthPx = Math.max(240, Math.floor(placePx) - LEFT_PX - RIGHT_PX);
  return {
    panes: paneBoxes(['equity', 'underwater'], {
      widthPx,
      heightPx: heightFor(placePx),
      linesPx: lineWidthsPx(curves),
      coins: 0,
      isPicture: true,
    }),
    range: { from: times[0] as number, to: times.at(-1) as number },
    widthPx,
    scale: usualScale(EQUITY_LINES.map((key) => curves[key])),
    hidden: [],
  };
};

/** A PNG as wide as its place, as a data URL. */
export const drawResult = (
  curves: RunCurves,
  { placePx, scheme, caption }: { placePx: number; scheme: Scheme; caption: Caption },
): Promise<string> => pngOf(pictureFigure(curves, wholeView(curves, placePx), chartColors(scheme), caption));
