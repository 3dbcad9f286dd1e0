// The chart as a picture: its size, its curves in place, and the same bytes each time.
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { computeStatistics, holdBasketValue, holdValue, simulate } from '@tradeium/portfolio';
import { describe, expect, it } from 'vitest';
import { buildChart, type ChartInput } from './chart.ts';
import { COLOR, HEIGHT, RIGHT, WIDTH } from './chart-theme.ts';

const DAY = 86_400_000;

/** One coin held through the closes, from 100 on, against another, and against half of each. */
const chartOf = (
  closes: number[],
  benchmark: number[] | null = closes.map(() => 100),
  barMs = DAY,
): ChartInput => {
  const bars = closes.length;
  const openTimes = Float64Array.from(closes, (_, bar) => Date.UTC(2024, 0, 1) + bar * barMs);
  const simulation = simulate({
    bars,
    coins: 1,
    open: Float64Array.from(closes, (_, bar) => closes[bar - 1] ?? 100),
    close: Float64Array.from(closes),
    targets: new Float64Array(bars).fill(Number.NaN).fill(1, 0, 1),
    startingCapital: 10_000,
    feeRate: 0,
  });
  const both = benchmark && Float64Array.from(closes.flatMap((close, bar) => [close, benchmark[bar] ?? 100]));
  const run = {
    openTimes,
    barMs,
    startingCapital: 10_000,
    simulation,
    benchmark: benchmark && { name: 'BTC', value: holdValue(100, Float64Array.from(benchmark), 10_000) },
    basket: both && { name: 'Basket', value: holdBasketValue(Float64Array.of(100, 100), both, 10_000) },
  };
  return { ...run, statistics: computeStatistics(run), title: 'Held', details: 'one coin', warning: '' };
};

const pixelsOf = async (png: Buffer) => {
  const image = await loadImage(png);
  const pen = createCanvas(image.width, image.height).getContext('2d');
  pen.drawImage(image, 0, 0);
  const color = (x: number, y: number) =>
    `#${Buffer.from(pen.getImageData(x, y, 1, 1).data.slice(0, 3)).toString('hex')}`;
  /** Middle of a color's pixels in one column of the picture. */
  const middleOf = (wanted: string, x: number) => {
    const found = Array.from({ length: image.height }, (_, y) => y).filter((y) => color(x, y) === wanted);
    return found.length > 0 ? ((found[0] as number) + (found[found.length - 1] as number)) / 2 : null;
  };
  return { width: image.width, height: image.height, middleOf };
};

const rising = Array.from({ length: 100 }, (_, day) => 100 + day);

describe('a chart', () => {
  it('is a PNG of 1600 × 900, the same bytes for the same run', async () => {
    const png = await buildChart(chartOf(rising));
    expect(await buildChart(chartOf(rising))).toEqual(png);
    const { width, height } = await pixelsOf(png);
    expect([width, height]).toEqual([WIDTH, HEIGHT]);
    expect(png.length).toBeLessThan(500_000);
  });

  it('tags the strategy above a benchmark that it beat, and below one that it did not', async () => {
    const beat = await pixelsOf(await buildChart(chartOf(rising)));
    const strategy = beat.middleOf(COLOR.strategy, RIGHT + 7) as number;
    expect(strategy).toBeLessThan(beat.middleOf(COLOR.benchmark, RIGHT + 7) as number);
    const lost = await pixelsOf(
      await buildChart(
        chartOf(
          rising.map(() => 100),
          rising,
        ),
      ),
    );
    expect(lost.middleOf(COLOR.strategy, RIGHT + 7)).toBeGreaterThan(
      lost.middleOf(COLOR.benchmark, RIGHT + 7) as number,
    );
  });

  it('moves tags apart when both end at the same value', async () => {
    const { middleOf } = await pixelsOf(await buildChart(chartOf(rising, rising)));
    const strategy = middleOf(COLOR.strategy, RIGHT + 7) as number;
    const benchmark = middleOf(COLOR.benchmark, RIGHT + 7) as number;
    expect(Math.abs(strategy - benchmark)).toBeGreaterThanOrEqual(26);
  });

  it('draws the basket between its parts', async () => {
    const { middleOf } = await pixelsOf(await buildChart(chartOf(rising)));
    const basket = middleOf(COLOR.basket, RIGHT + 7) as number;
    expect(basket).toBeGreaterThan(middleOf(COLOR.strategy, RIGHT + 7) as number);
    expect(basket).toBeLessThan(middleOf(COLOR.benchmark, RIGHT + 7) as number);
  });

  it('draws a basket that is the benchmark only once', async () => {
    const { benchmark, ...rest } = chartOf(rising);
    const run = { ...rest, benchmark, basket: benchmark };
    const { middleOf } = await pixelsOf(await buildChart({ ...run, statistics: computeStatistics(run) }));
    expect(middleOf(COLOR.benchmark, RIGHT + 7)).not.toBeNull();
    expect(middleOf(COLOR.basket, RIGHT + 7)).toBeNull();
  });

  it('draws nothing to compare with where there is none', async () => {
    const { middleOf } = await pixelsOf(await buildChart(chartOf(rising, null)));
    expect(middleOf(COLOR.strategy, RIGHT + 7)).not.toBeNull();
    expect(middleOf(COLOR.benchmark, RIGHT + 7)).toBeNull();
    expect(middleOf(COLOR.basket, RIGHT + 7)).toBeNull();
  });

  it.each([
    ['a single bar', chartOf([110])],
    ['a wipe-out', chartOf([50, 0, 0])],
    [
      'more bars than pixels',
      chartOf(
        Array.from({ length: 9000 }, (_, hour) => 100 + (hour % 50)),
        null,
        3_600_000,
      ),
    ],
    [
      'a title and details without end',
      { ...chartOf(rising), title: 'x'.repeat(3000), details: 'y '.repeat(3000) },
    ],
  ])('can be drawn for %s', async (_, input) => {
    const { middleOf } = await pixelsOf(await buildChart(input));
    expect(middleOf(COLOR.strategy, RIGHT + 7)).not.toBeNull();
  });
});
