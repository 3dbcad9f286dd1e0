// The few strokes of a chart: straight lines, curves of any density, and the area under one.
import type { CanvasGradient, SKRSContext2D } from '@napi-rs/canvas';
import { LEFT, RIGHT } from './chart-theme.ts';

export const strokeLine = (
  pen: SKRSContext2D,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  color: string,
  width = 1,
): void => {
  pen.beginPath();
  pen.moveTo(x1, y1);
  pen.lineTo(x2, y2);
  stroke(pen, color, width);
};

export const strokeCurve = (
  pen: SKRSContext2D,
  xs: Float64Array,
  ys: Float64Array,
  color: string,
  width: number,
): void => {
  trace(pen, xs, ys);
  stroke(pen, color, width);
};

/** Fills between a curve over the whole width and a horizontal baseline. */
export const fillArea = (
  pen: SKRSContext2D,
  xs: Float64Array,
  ys: Float64Array,
  baseline: number,
  style: string | CanvasGradient,
): void => {
  trace(pen, xs, ys);
  pen.lineTo(RIGHT, baseline);
  pen.lineTo(LEFT, baseline);
  pen.fillStyle = style;
  pen.fill();
};

/** Begins a path along the points; where they are denser than pixels, each column keeps its extremes. */
const trace = (pen: SKRSContext2D, xs: Float64Array, ys: Float64Array): void => {
  pen.beginPath();
  const dense = xs.length > 2 * (RIGHT - LEFT);
  for (let point = 0; point < xs.length; ) {
    const x = xs[point] as number;
    const first = ys[point] as number;
    let high = first;
    let low = first;
    let end = point + 1;
    while (dense && end < xs.length && (xs[end] as number) < x + 1) {
      high = Math.max(high, ys[end] as number);
      low = Math.min(low, ys[end] as number);
      end += 1;
    }
    pen.lineTo(x, first);
    if (end > point + 1) {
      pen.lineTo(x, low);
      pen.lineTo(x, high);
      pen.lineTo(x, ys[end - 1] as number);
    }
    point = end;
  }
};

const stroke = (pen: SKRSContext2D, color: string, width: number): void => {
  pen.strokeStyle = color;
  pen.lineWidth = width;
  pen.lineJoin = 'round';
  pen.stroke();
};
