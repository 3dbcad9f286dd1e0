// What all figures share: type, margins, axes, and how the chart library writes numbers and days.
import { percent, wholePercent } from '../../../lib/format.ts';
import type { ChartColors } from './chart-colors.ts';
import type { TimeRange } from './chart-range.ts';
import type { Series } from './run-curves.ts';

/** Room below the panes for the dates, next to them for the values and at the right end, in px. */
export const AXIS_PX = 26;
export const LEFT_PX = 62;
export const RIGHT_PX = 14;

export type Scale = 'linear' | 'log';
type Colors = Pick<ChartColors, 'text' | 'dimmed' | 'grid' | 'surface'>;

/** In px as on the page, and in its face. */
const FONT = { family: "'Inter Variable', system-ui, sans-serif", size: 12 };

const DAY_FORMATS = {
  ...{ date: '%-d %b %Y', dayMonthYear: '%-d %b %Y', dayMonth: '%-d %b', month: '%b %Y' },
  ...{ year: '%Y', time: '%H:%M' },
};

/** None of the library's own buttons and tips; days as everywhere. */
export const PLOT_CONFIG = {
  displayModeBar: false,
  showTips: false,
  locale: 'en-GB',
  locales: { 'en-GB': { dictionary: {}, format: DAY_FORMATS } },
} as const;

const axisBasics = ({ grid, dimmed }: Colors) => ({
  gridcolor: grid,
  linecolor: grid,
  zerolinecolor: dimmed,
  zeroline: false,
  tickfont: { color: dimmed },
});

/** Of values, next to the panes: it stays as it is when time is zoomed into. */
export const valueAxis = (colors: Colors) => ({
  ...axisBasics(colors),
  fixedrange: true,
  // There is room for every label; looking for it would measure each of them, which takes as long as drawing a curve.
  ticklabeloverflow: 'allow' as const,
});

const DAY_MS = 86_400_000;

/** By the distance of its ticks, in one line: the library would put the year in a second, for which there is no room. */
const TIME_FORMATS = [
  { dtickrange: ['M12', null], value: '%Y' },
  { dtickrange: ['M1', 'M11'], value: '%b %Y' },
  { dtickrange: [DAY_MS, 'M1'], value: '%-d %b' },
  { dtickrange: [null, DAY_MS - 1], value: '%-d %b, %H:%M' },
];

/** Of time; without a range the whole of it is shown. */
export const timeAxis = (colors: Colors, widthPx: number, range?: TimeRange) => ({
  ...axisBasics(colors),
  type: 'date' as const,
  ...(range && { range: [range.from, range.to] }),
  nticks: Math.max(3, Math.floor(widthPx / 100)),
  tickformatstops: TIME_FORMATS,
});

/** From here on an amount does not fit next to the pane. */
const LARGE = 1_000_000;

/** What an axis needs to know of a trace: the values that are drawn. */
export type Drawn = { readonly y: Float64Array | number[] };

/** Of an amount of USDT, in millions where it is large; names every decade and two values within it where it is logarithmic. */
export const moneyAxis = (scale: Scale, drawn: readonly Drawn[]) => ({
  type: scale,
  tickformat: drawn.some(({ y }) => y.some((value) => value >= LARGE)) ? '.4~s' : ',.12~r',
  ...(scale === 'log' && { dtick: 'D2' }),
});

const TICKS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25] as const;
const TICKS_MAX = 4;

/** Of a loss: from its deepest to nothing, in steps that are named without decimals where that is possible. */
export const lossAxis = (lowest: number) => {
  const deepest = Math.min(lowest, -0.001);
  const step = TICKS.find((one) => -deepest / one <= TICKS_MAX) ?? 0.5;
  const tickvals = Array.from({ length: Math.floor(-deepest / step) + 1 }, (_, tick) => 0 - tick * step);
  return {
    range: [deepest * 1.06, 0],
    tickvals,
    ticktext: tickvals.map(step < 0.01 ? percent : wholePercent),
  };
};

/** Of shares of a whole. */
export const SHARE_AXIS = {
  range: [0, 1],
  tickvals: [0, 0.5, 1],
  ticktext: [0, 0.5, 1].map(wholePercent),
};

type Place = { readonly widthPx: number; readonly heightPx: number; readonly topPx: number };

/** `widthPx` is that of the panes. */
export const layoutBasics = (colors: Colors, { widthPx, heightPx, topPx }: Place) => ({
  autosize: false,
  width: widthPx + LEFT_PX + RIGHT_PX,
  height: heightPx,
  showlegend: false,
  hovermode: false as false | 'closest',
  paper_bgcolor: 'rgba(0,0,0,0)',
  // By its lightness the library chooses how it shows what is zoomed into.
  plot_bgcolor: colors.surface,
  margin: { l: LEFT_PX, r: RIGHT_PX, t: topPx, b: AXIS_PX },
  font: { ...FONT, color: colors.text },
  hoverlabel: {
    ...{ bgcolor: colors.surface, bordercolor: colors.dimmed, align: 'left' as const },
    font: { ...FONT, color: colors.text },
  },
});

const LOG_FROM = 10;

/** Logarithmic where the values span more than tenfold, which leaves the lower ones flat on a linear scale. */
export const usualScale = (lines: readonly (Series | null)[]): Scale => {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
  for (const line of lines)
    for (const value of line?.values ?? []) {
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
  return lowest > 0 && highest / lowest > LOG_FROM ? 'log' : 'linear';
};
