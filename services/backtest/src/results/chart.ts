// Draws a result folder's `Chart`: equity against the benchmarks, above their drawdowns, as one PNG.
import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { type Benchmark, type BenchmarkStatistics, drawdownSeries } from '@tradeium/portfolio';
import { drawHeader } from './chart-header.ts';
import { fillArea, strokeCurve, strokeLine } from './chart-pen.ts';
import { dateLabel, money, moneyScale, percent, type Scale, shareScale, timeScale } from './chart-scale.ts';
import { drawTag, spreadOut, TAG_HEIGHT, type Tag } from './chart-tags.ts';
import { COLOR, FONT_FAMILY, font, HEIGHT, LEFT, RIGHT, WIDTH } from './chart-theme.ts';
import type { RunResult } from './run-result.ts';

export type ChartInput = Pick<
  RunResult,
  'openTimes' | 'barMs' | 'startingCapital' | 'simulation' | 'statistics' | 'benchmark' | 'basket'
> & {
  title: string;
  /** The run in a few words: coins, interval, fees. */
  details: string;
  /** Warnings about the data, such as synthetic candles; empty if none. */
  warning: string;
};

type Panel = { top: number; bottom: number };

/** From the first open to the last close: one point more than there are bars. */
type Curve = { name: string; color: string; value: Float64Array; drawdown: Float64Array };

/** The benchmarks: held for the same time with the same capital. */
type Compared = { label: string; color: string; held: Benchmark; figures: BenchmarkStatistics };

/** The benchmarks lie under the strategy. */
type Curves = { strategy: Curve; all: readonly Curve[]; times: Float64Array; xs: Float64Array };

const EQUITY: Panel = { top: 262, bottom: 626 };
const DRAWDOWN: Panel = { top: 676, bottom: 822 };

const fontFile = createRequire(import.meta.url).resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);
if (!GlobalFonts.registerFromPath(fontFile, FONT_FAMILY)) throw new Error(`cannot read the font ${fontFile}`);

/** Renders a PNG of 1600 × 900, encoded off the event loop. The same input gives the same bytes. */
export const buildChart = (input: ChartInput): Promise<Buffer> => {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const pen = canvas.getContext('2d');
  const { openTimes, barMs } = input;
  const times = Float64Array.from({ length: openTimes.length + 1 }, (_, point) =>
    point === 0 ? (openTimes[0] as number) : (openTimes[point - 1] as number) + barMs,
  );
  const time = timeScale(times[0] as number, times[times.length - 1] as number, RIGHT - LEFT);
  const compared = comparedWith(input);
  const curves = curvesOf(input, compared, times, time);
  pen.fillStyle = COLOR.paper;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  drawHeader(pen, { ...input, compared });
  drawTimeAxis(pen, time);
  drawEquity(pen, curves, input.startingCapital);
  drawDrawdown(pen, curves);
  drawFooter(pen, input.warning);
  return canvas.encode('png');
};

/** The benchmark and the basket; only one where both are the same coin. */
const comparedWith = ({ benchmark, basket, statistics }: ChartInput): Compared[] => {
  const found: Compared[] = [];
  if (benchmark && statistics.benchmark) {
    const label = `Hold ${benchmark.name}`;
    found.push({ label, color: COLOR.benchmark, held: benchmark, figures: statistics.benchmark });
  }
  const same = basket?.value.every((now, bar) => now === benchmark?.value[bar]);
  if (basket && statistics.basket && !same) {
    found.push({
      label: 'Hold all coins equally',
      color: COLOR.basket,
      held: basket,
      figures: statistics.basket,
    });
  }
  return found;
};

const curvesOf = (
  input: ChartInput,
  compared: readonly Compared[],
  times: Float64Array,
  time: Scale,
): Curves => {
  const { simulation, startingCapital } = input;
  const curve = (name: string, color: string, closes: Float64Array): Curve => {
    const value = new Float64Array(closes.length + 1);
    value[0] = startingCapital;
    value.set(closes, 1);
    return { name, color, value, drawdown: drawdownSeries(value, startingCapital) };
  };
  const strategy = curve('Strategy', COLOR.strategy, simulation.value);
  const held = compared.map(({ label, color, held }) => curve(label, color, held.value)).reverse();
  return { strategy, all: [...held, strategy], times, xs: times.map((ms) => LEFT + time.position(ms)) };
};

const drawTimeAxis = (pen: SKRSContext2D, time: Scale): void => {
  pen.textAlign = 'center';
  for (const tick of time.ticks) {
    const x = Math.round(LEFT + time.position(tick.value)) + 0.5;
    for (const { top, bottom } of [EQUITY, DRAWDOWN]) strokeLine(pen, [x, top, x, bottom], COLOR.grid);
    pen.font = font(15, tick.strong ? 600 : 400);
    pen.fillStyle = tick.strong ? COLOR.ink : COLOR.muted;
    pen.fillText(tick.label, x, DRAWDOWN.bottom + 26);
  }
};

/** Grid and labels; a label that a tag would cover is left out. */
const drawValueAxis = (pen: SKRSContext2D, panel: Panel, scale: Scale, tags: readonly Tag[]): void => {
  pen.textAlign = 'left';
  pen.font = font(15);
  pen.fillStyle = COLOR.muted;
  for (const tick of scale.ticks) {
    const y = Math.round(panel.top + scale.position(tick.value)) + 0.5;
    strokeLine(pen, [LEFT, y, RIGHT, y], COLOR.grid);
    if (tags.some((tag) => Math.abs(tag.y - y) < TAG_HEIGHT / 2 + 8)) continue;
    pen.fillText(tick.label, RIGHT + 12, y + 5);
  }
};

const drawEquity = (pen: SKRSContext2D, { strategy, all, xs }: Curves, startingCapital: number): void => {
  const lowest = Math.min(...all.map(({ value }) => value.reduce((low, now) => Math.min(low, now))));
  const highest = Math.max(...all.map(({ value }) => value.reduce((high, now) => Math.max(high, now))));
  const scale = moneyScale(lowest, highest, EQUITY.bottom - EQUITY.top);
  const y = (value: number) => EQUITY.top + scale.position(value);
  const tags = spreadOut(
    all.map(({ value, color }) => {
      const last = value[value.length - 1] as number;
      return { y: y(last), text: money(last), color };
    }),
  );
  const shade = pen.createLinearGradient(0, EQUITY.top, 0, EQUITY.bottom);
  shade.addColorStop(0, COLOR.strategyShade);
  shade.addColorStop(1, COLOR.strategyFade);

  drawPanelTitle(pen, EQUITY, `Equity (USDT)${scale.logarithmic ? ', log scale' : ''}`);
  drawLegend(pen, all);
  drawValueAxis(pen, EQUITY, scale, tags);
  pen.setLineDash([3, 5]);
  strokeLine(pen, [LEFT, y(startingCapital), RIGHT, y(startingCapital)], COLOR.axis);
  pen.setLineDash([]);
  fillArea(pen, xs, strategy.value.map(y), EQUITY.bottom, shade);
  for (const { value, color } of all)
    strokeCurve(pen, xs, value.map(y), color, color === strategy.color ? 2.6 : 1.8);
  for (const tag of tags) drawTag(pen, tag);
};

const drawDrawdown = (pen: SKRSContext2D, { strategy, all, times, xs }: Curves): void => {
  const deepest = (drawdown: Float64Array) => drawdown.reduce((low, now) => Math.min(low, now));
  const scale = shareScale(
    Math.min(...all.map(({ drawdown }) => deepest(drawdown))),
    DRAWDOWN.bottom - DRAWDOWN.top,
  );
  const y = (share: number) => DRAWDOWN.top + scale.position(share);
  const depth = deepest(strategy.drawdown);
  const at = strategy.drawdown.indexOf(depth);

  drawPanelTitle(pen, DRAWDOWN, 'Drawdown');
  drawValueAxis(pen, DRAWDOWN, scale, []);
  fillArea(pen, xs, strategy.drawdown.map(y), DRAWDOWN.top, COLOR.lossShade);
  for (const { drawdown, color } of all)
    strokeCurve(
      pen,
      xs,
      drawdown.map(y),
      color === strategy.color ? COLOR.loss : color,
      color === strategy.color ? 2 : 1.4,
    );
  if (depth === 0) return;
  pen.beginPath();
  pen.arc(xs[at] as number, y(depth), 4.5, 0, 2 * Math.PI);
  pen.fillStyle = COLOR.loss;
  pen.fill();
  pen.textAlign = 'right';
  pen.font = font(15, 600);
  const day = dateLabel((times[at] as number) - 1);
  pen.fillText(`Deepest ${percent(depth)} on ${day}`, RIGHT, DRAWDOWN.top - 14);
};

const drawPanelTitle = (pen: SKRSContext2D, panel: Panel, title: string): void => {
  pen.textAlign = 'left';
  pen.font = font(15, 600);
  pen.fillStyle = COLOR.ink;
  pen.fillText(title, LEFT, panel.top - 14);
};

const drawLegend = (pen: SKRSContext2D, curves: readonly Curve[]): void => {
  let right = RIGHT;
  pen.textAlign = 'right';
  pen.font = font(15);
  for (const { name, color } of curves) {
    pen.fillStyle = COLOR.ink;
    pen.fillText(name, right, EQUITY.top - 14);
    const left = right - pen.measureText(name).width - 34;
    strokeLine(pen, [left, EQUITY.top - 19, left + 24, EQUITY.top - 19], color, 3);
    right = left - 26;
  }
};

const drawFooter = (pen: SKRSContext2D, warning: string): void => {
  const baseline = HEIGHT - 20;
  pen.textAlign = 'left';
  pen.font = font(14);
  pen.fillStyle = COLOR.muted;
  pen.fillText(
    'Valued at each bar’s close (UTC), after fees. Past performance does not guarantee future results.',
    LEFT,
    baseline,
  );
  pen.textAlign = 'right';
  pen.font = font(14, 600);
  pen.fillStyle = COLOR.warning;
  pen.fillText(warning, WIDTH - LEFT, baseline);
};
