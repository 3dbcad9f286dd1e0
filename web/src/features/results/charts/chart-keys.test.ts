// The crosshair moves through time by keyboard, in steps that suit the view.
import { expect, test } from 'vitest';
import { barAfter, wheelZoom, zoomOf } from './chart-keys.ts';

test.each([
  ['ArrowRight', { first: 0, last: 99, bar: 50 }, 51],
  ['ArrowLeft', { first: 0, last: 99, bar: 50 }, 49],
  ['ArrowRight', { first: 0, last: 99, bar: 99 }, 99],
  ['ArrowLeft', { first: 40, last: 99, bar: 40 }, 40],
  ['PageUp', { first: 0, last: 99, bar: 50 }, 60],
  ['PageDown', { first: 0, last: 99, bar: 5 }, 0],
  ['ArrowRight', { first: 0, last: 50_000, bar: 0 }, 250],
  ['Home', { first: 7, last: 99, bar: 50 }, 7],
  ['End', { first: 7, last: 99, bar: 50 }, 99],
  ['Enter', { first: 7, last: 99, bar: 50 }, null],
])('%s within %j', (key, shown, bar) => {
  expect(barAfter(key, shown)).toBe(bar);
});

test('plus looks closer, minus from further away', () => {
  expect(['+', '=', '-', 'a'].map(zoomOf)).toEqual([0.5, 0.5, 2, null]);
});

test('the wheel zooms by half with a notch, however far it turns at once, and by less with a touchpad', () => {
  expect([-100, -900, 100, 0].map(wheelZoom)).toEqual([0.5, 0.5, 2, 1]);
  expect(wheelZoom(-10)).toBeCloseTo(0.933, 3);
});
