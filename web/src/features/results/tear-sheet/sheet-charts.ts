// The charts of a tear sheet, as SVG within the document.
import { weightColor } from '../../../lib/charts/chart-colors.ts';
import { decimated, sampled } from '../../../lib/charts/decimation.ts';
import type { RunCurves, Series, Weights } from '../curves/run-curves.ts';
import { type Html, html } from './html.ts';
import { linearTicks, ratioTicks, timeTicks } from './sheet-axes.ts';

const WIDTH = 720;
const LEFT = 66;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 20;
/** Points of a line, or columns of areas: about two a unit of the drawing. */
const BUCKETS = 360;
/** Above and below a line that is 0 throughout. */
const FLAT_MARGIN = 0.01;

export type Line = {
  readonly name: string;
  readonly series: Series;
  readonly color: string;
  /** Of the stroke, as SVG writes it; a whole line without. */
  readonly dashes?: string;
  /** Filled up to the value 0. */
  readonly isArea?: true;
};

type Frame = {
  readonly range: readonly [from: number, to: number];
  readonly height: number;
  readonly write: (value: number) => string;
};

const rounded = (value: number): number => Math.round(value * 10) / 10;

const finiteIn = (lines: readonly Line[]): number[] =>
  lines.flatMap(({ series }) => [...series.values].filter(Number.isFinite));

const bounds = (values: readonly number[]): [number, number] => {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const margin = low < high ? 0 : Math.abs(low) / 10 || FLAT_MARGIN;
  return [low - margin, high + margin];
};

type Scales = {
  readonly x: (ms: number) => number;
  readonly y: (value: number) => number;
  readonly ticks: readonly number[];
};

const scalesOf = ({ range, height }: Frame, [low, high]: [number, number], isRatio: boolean): Scales => {
  const [from, to] = range;
  const place = isRatio ? Math.log : (value: number) => value;
  const span = place(high) - place(low);
  return {
    x: (ms) => rounded(LEFT + ((ms - from) / Math.max(1, to - from)) * (WIDTH - LEFT - RIGHT)),
    y: (value) => rounded(TOP + (1 - (place(value) - place(low)) / span) * (height - TOP - BOTTOM)),
    ticks: (isRatio ? ratioTicks : linearTicks)(low, high),
  };
};

const axes = ({ range, height, write }: Frame, { x, y, ticks }: Scales): Html =>
  html`${ticks.map(
    (value) => html`
<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}"/>
<text class="label" text-anchor="end" x="${LEFT - 6}" y="${y(value) + 3.5}">${write(value)}</text>`,
  )}${timeTicks(...range).map(
    ({ ms, label }) => html`
<line class="grid" x1="${x(ms)}" x2="${x(ms)}" y1="${TOP}" y2="${height - BOTTOM}"/>
<text class="label" text-anchor="middle" x="${Math.min(WIDTH - 26, Math.max(LEFT, x(ms)))}" y="${height - 6}">${label}</text>`,
  )}`;

/** Stretches of a line without a gap. */
const stretches = ({ times, values }: Series, { x, y }: Scales): [number, number][][] => {
  const parts: [number, number][][] = [];
  let part: [number, number][] | null = null;
  for (const index of decimated(values, 0, values.length, BUCKETS)) {
    const value = values[index] as number;
    if (!Number.isFinite(value)) {
      part = null;
      continue;
    }
    if (!part) {
      part = [];
      parts.push(part);
    }
    part.push([x(times[index] as number), y(value)]);
  }
  return parts;
};

const pathOf = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');

const drawn = (line: Line, scales: Scales): Html => {
  const parts = stretches(line.series, scales);
  const zero = scales.y(0);
  const areas = line.isArea
    ? parts.map((points) => {
        const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
        return html`<path d="${pathOf(points)}L${last} ${zero}L${first} ${zero}Z" fill="${line.color}" opacity="0.2"/>`;
      })
    : [];
  return html`${areas}<path d="${parts.map(pathOf).join('')}" fill="none" stroke="${line.color}" stroke-width="1.4" stroke-dasharray="${line.dashes ?? 'none'}"/>`;
};

const legend = (entries: readonly { name: string; color: string; dashes?: string }[]): Html =>
  html`<ul class="legend">${entries.map(
    ({ name, color, dashes }) =>
      html`<li><svg width="22" height="8" aria-hidden="true"><line x1="0" x2="22" y1="4" y2="4" stroke="${color}" stroke-width="${dashes === 'area' ? 8 : 2}" stroke-dasharray="${dashes && dashes !== 'area' ? dashes : 'none'}"/></svg>${name}</li>`,
  )}</ul>`;

const figure = (title: string, height: number, content: Html, below: Html | null): Html => html`
<figure><h2>${title}</h2>
<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">${content}</svg>${below}</figure>`;

export type Chart = Frame & {
  readonly title: string;
  readonly lines: readonly Line[];
  /** Equal ratios have equal heights; only where all values are above 0. */
  readonly isRatio?: boolean;
  /** A value that belongs into the picture, with a line of its own. */
  readonly base?: number;
};

/** Lines over time; nothing where no line has a value. */
export const lineChart = (chart: Chart): Html | null => {
  const { title, lines, isRatio = false, base } = chart;
  const values = finiteIn(lines);
  if (values.length === 0) return null;
  const range = bounds(base === undefined ? values : [...values, base]);
  const scales = scalesOf(chart, range, isRatio && range[0] > 0);
  const baseline =
    base === undefined
      ? null
      : html`<line class="base" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${scales.y(base)}" y2="${scales.y(base)}"/>`;
  return figure(
    title,
    chart.height,
    html`${axes(chart, scales)}${baseline}${lines.map((line) => drawn(line, scales))}`,
    lines.length > 1 ? legend(lines) : null,
  );
};

/** The edges of a coin's area above the sums below it. */
const areaOf = (
  { x, y }: Scales,
  columns: readonly { from: number; to: number; below: number; above: number }[],
): string => {
  const top = columns.flatMap(({ from, to, above }) => [
    [x(from), y(above)] as const,
    [x(to), y(above)] as const,
  ]);
  const bottom = columns.flatMap(({ from, to, below }) => [
    [x(from), y(below)] as const,
    [x(to), y(below)] as const,
  ]);
  return `${pathOf([...top, ...bottom.reverse()])}Z`;
};

/** Weights over time, one above the other: each column is the average of its bars, as what was held. */
export const weightsChart = (
  frame: Frame & { readonly title: string },
  { portfolio }: Pick<RunCurves, 'portfolio'>,
  weights: Weights,
): Html => {
  const { times } = portfolio;
  const kept = [...sampled(0, times.length, BUCKETS)];
  const scales = scalesOf(frame, [0, 1], false);
  const sums = kept.map(() => 0);
  const rows = kept.map((bar, index) => weights.mean(bar, kept[index + 1] ?? bar + 1));
  const areas = weights.coins.map((coin, place) => {
    const columns = kept.map((bar, index) => {
      const below = sums[index] as number;
      const above = Math.min(1, below + Math.max(0, rows[index]?.[place] || 0));
      sums[index] = above;
      return { from: times[bar] as number, to: times[kept[index + 1] ?? bar] as number, below, above };
    });
    return html`<path d="${areaOf(scales, columns)}" fill="${weightColor(coin, place)}"/>`;
  });
  const names = weights.coins.map((coin, place) => ({
    name: coin,
    color: weightColor(coin, place),
    dashes: 'area',
  }));
  return figure(frame.title, frame.height, html`${areas}${axes(frame, scales)}`, legend(names));
};
