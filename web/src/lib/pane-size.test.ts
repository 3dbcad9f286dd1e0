// Panes keep within their limits, collapse when they are made too small, and open as they were.
import { describe, expect, test } from 'vitest';
import { draggedTo, type PaneLimits, type PaneSize, paneOf, shownPercent, steppedBy } from './pane-size.ts';

const chat: PaneLimits = { defaultPercent: 32, minPercent: 15, maxPercent: 35, collapsedPercent: 0 };
const settings: PaneLimits = { defaultPercent: 30, minPercent: 30, maxPercent: 70, collapsedPercent: 5 };
const open = (percent: number): PaneSize => ({ percent, isOpen: true });
const closed = (percent: number): PaneSize => ({ percent, isOpen: false });

describe('dragged', () => {
  // spec: workspace.4
  test.each([
    [20, open(20)],
    [50, open(35)],
    [10, open(15)],
    [7, closed(32)],
    [-5, closed(32)],
  ])('to %d percent', (percent, pane) => {
    expect(draggedTo(open(32), percent, chat)).toEqual(pane);
  });

  test('a collapsed pane opens again', () => {
    expect(draggedTo(closed(32), 12, chat)).toEqual(open(15));
  });
});

describe('moved by keys', () => {
  test.each<[PaneSize, number, PaneSize]>([
    [open(32), 10, open(35)],
    [open(32), -10, open(22)],
    [open(22), -10, open(15)],
    [open(15), -10, closed(15)],
    [closed(32), 10, open(15)],
    [open(32), -100, closed(32)],
    [closed(32), 100, open(35)],
  ])('%o by %d percent', (pane, step, moved) => {
    expect(steppedBy(pane, step, chat)).toEqual(moved);
  });

  // spec: workspace.6
  test('the settings leave the main panel its 30 percent', () => {
    expect(steppedBy(open(65), 10, settings)).toEqual(open(70));
    expect(steppedBy(open(30), -10, settings)).toEqual(closed(30));
  });
});

test('a collapsed pane shows what its limits leave of it', () => {
  expect([shownPercent(open(40), settings), shownPercent(closed(40), settings)]).toEqual([40, 5]);
});

describe('what was kept', () => {
  test('comes back within the limits', () => {
    expect(paneOf({ percent: 28, isOpen: false }, chat, true)).toEqual(closed(28));
    expect(paneOf({ percent: 90, isOpen: true }, chat, true)).toEqual(open(35));
  });

  test.each([
    undefined,
    null,
    'x',
    {},
    { percent: '28', isOpen: true },
    { percent: Number.NaN, isOpen: true },
  ])('%o is the default', (kept) => {
    expect(paneOf(kept, chat, true)).toEqual(open(32));
  });
});
