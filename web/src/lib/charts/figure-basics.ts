// Every figure of the chart library has this type, these margins and axes, and days written like this.
import type { ChartColors } from './chart-colors.ts';

/** Room below the panes for the dates, next to them for the values and at the right end, in px. */
export const AXIS_PX = 26;
export const LEFT_PX = 62;
export const RIGHT_PX = 14;

type Colors = Pick<ChartColors, 'text' | 'dimmed' | 'grid' | 'surface'>;

/** In px as on the page, and in its face. */
const FONT = { family: "'Inter Variable', system-ui, sans-serif", size: 12 };

const DAY_FORMATS = {
  date: '%-d %b %Y',
  dayMonthYear: '%-d %b %Y',
  dayMonth: '%-d %b',
  month: '%b %Y',
  year: '%Y',
  time: '%H:%M',
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

/** In ms UTC. */
type TimeSpan = { readonly from: number; readonly to: number };

const DAY_MS = 86_400_000;

/** By the distance of its ticks, in one line: the library would put the year in a second, for which there is no room. */
const TIME_FORMATS = [
  { dtickrange: ['M12', null], value: '%Y' },
  { dtickrange: ['M1', 'M11'], value: '%b %Y' },
  { dtickrange: [DAY_MS, 'M1'], value: '%-d %b' },
  { dtickrange: [null, DAY_MS - 1], value: '%-d %b, %H:%M' },
];

/** Of time; without a range the whole of it is shown. */
export const timeAxis = (colors: Colors, widthPx: number, range?: TimeSpan) => ({
  ...axisBasics(colors),
  type: 'date' as const,
  ...(range && { range: [range.from, range.to] }),
  nticks: Math.max(3, Math.floor(widthPx / 100)),
  tickformatstops: TIME_FORMATS,
});

type FigureSize = { readonly widthPx: number; readonly heightPx: number; readonly topPx: number };

/** `widthPx` is that of the panes. */
export const layoutBasics = (colors: Colors, { widthPx, heightPx, topPx }: FigureSize) => ({
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
    bgcolor: colors.surface,
    bordercolor: colors.dimmed,
    align: 'left' as const,
    font: { ...FONT, color: colors.text },
  },
});
