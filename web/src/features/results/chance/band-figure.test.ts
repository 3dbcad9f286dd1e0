// The figure of the bands: areas between their edges, the middle as dashes, and the run as a line above all.
import { expect, test } from 'vitest';
import { bandFigure } from './band-figure.ts';

const COLORS = {
  text: 't',
  dimmed: 'd',
  grid: 'g',
  surface: 's',
  portfolio: '#111111',
  benchmark: 'b',
  basket: '#222222',
  underwater: 'u',
  rollingSharpe: 'r',
};
const at = (value: number) => Float64Array.of(value, value + 1);
const BANDS = {
  times: Float64Array.of(1, 2),
  portfolio: at(100),
  p5: at(80),
  p25: at(90),
  p50: at(100),
  p75: at(110),
  p95: at(120),
};

test('each band fills from its upper edge down, the narrow one after the wide one, and the run is drawn last', () => {
  const { data, layout } = bandFigure(BANDS, { widthPx: 500, heightPx: 280, scale: 'log' }, COLORS);
  expect(data.map(({ name }) => name)).toEqual(['95 %', '5 %', '75 %', '25 %', '50 %', 'This run']);
  expect(data[1]).toMatchObject({ y: BANDS.p5, fill: 'tonexty', fillcolor: '#22222226' });
  expect(data[3]).toMatchObject({ y: BANDS.p25, fill: 'tonexty', fillcolor: '#22222240' });
  expect(data[4]).toMatchObject({ line: { dash: '6px,3px' } });
  expect(data[5]).toMatchObject({ y: BANDS.portfolio, line: { color: '#111111' } });
  expect(layout).toMatchObject({ height: 280, yaxis: { type: 'log' } });
});
