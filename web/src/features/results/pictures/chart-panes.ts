// The panes of a run's charts, which stand below each other over one time axis.
import { AXIS_PX, LEFT_PX, RIGHT_PX } from '../../../lib/charts/figure-basics.ts';
import type { RunCurves } from '../curves/run-curves.ts';

export const PANES = ['equity', 'underwater', 'holdings', 'weights', 'rolling_sharpe'] as const;
export type Pane = (typeof PANES)[number];

export const PANE_TITLES: Readonly<Record<Pane, string>> = {
  equity: 'Equity (USDT)',
  underwater: 'Drawdown',
  holdings: 'Holdings',
  weights: 'Target weights',
  rolling_sharpe: 'Rolling Sharpe (6 months)',
};

/** The same for a button. */
export const PANE_NAMES: Readonly<Record<Pane, string>> = {
  equity: 'Equity',
  underwater: 'Drawdown',
  holdings: 'Holdings',
  weights: 'Target weights',
  rolling_sharpe: 'Rolling Sharpe',
};

/** The panes that a run has something to show in. */
export const panesOf = ({ holdings, weights, rollingSharpe }: RunCurves): Pane[] =>
  PANES.filter((pane) => {
    if (pane === 'holdings') return holdings !== null;
    if (pane === 'weights') return weights !== null;
    if (pane === 'rolling_sharpe') return rollingSharpe?.values.some(Number.isFinite) ?? false;
    return true;
  });

/** In px from the top of the charts. */
export type PaneBox = {
  readonly pane: Pane;
  readonly headTop: number;
  readonly top: number;
  readonly height: number;
};
export type PaneBoxes = { readonly boxes: readonly PaneBox[]; readonly height: number };

/** Room above each pane for its title and figures: one line, and each further line. */
const HEAD_PX = 30;
const LINE_PX = 20;
/** Where there is no room for a mouse, each line of the equity is a target for a finger. */
const TOUCH_LINE_PX = 40;
const TOUCH_WIDTH_MAX_PX = 400;

const HEIGHTS_PX: Readonly<Record<Pane, number>> = {
  equity: 230,
  underwater: 96,
  holdings: 170,
  weights: 110,
  rolling_sharpe: 120,
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** True if each line of the equity is a target for a finger, for which its title makes room. */
export const isTouched = (widthPx: number): boolean => widthPx <= TOUCH_WIDTH_MAX_PX;

const TITLE_PX = 96;
const GAP_PX = 12;
const COIN_PX = 104;
/** A head is this much wider than the panes. */
const BESIDE_PX = LEFT_PX + RIGHT_PX - 20;

/** How many rows these need side by side. */
const rowsOf = (widthsPx: readonly number[], roomPx: number): number => {
  let [rows, leftPx] = [0, 0];
  for (const widthPx of widthsPx) {
    if (widthPx > leftPx) {
      rows += 1;
      leftPx = roomPx;
    }
    leftPx -= widthPx + GAP_PX;
  }
  return Math.max(1, rows);
};

const headRows = (pane: Pane, { widthPx, linesPx, coins }: PanesSpace, hasTitle: boolean): number => {
  if (pane === 'equity') return rowsOf([...(hasTitle ? [TITLE_PX] : []), ...linesPx], widthPx + BESIDE_PX);
  const isOfCoins = pane === 'holdings' || pane === 'weights';
  return isOfCoins ? Math.ceil((TITLE_PX + GAP_PX + COIN_PX * coins) / widthPx) : 1;
};

/** How much heads have to say: about how wide each line of the equity is named, in px, and how many coins are held. */
export type HeadWords = { readonly linesPx: readonly number[]; readonly coins: number };
export type PanesSpace = HeadWords & {
  readonly widthPx: number;
  /** The height that the panes share; without it each has its own. */
  readonly heightPx?: number | undefined;
  /** In a picture, where nothing can be pressed. */
  readonly isPicture?: boolean;
};

/** Where each pane stands below its head. */
export const paneBoxes = (panes: readonly Pane[], place: PanesSpace): PaneBoxes => {
  const heads = panes.map((pane) => {
    const isPressed = pane === 'equity' && !place.isPicture && isTouched(place.widthPx);
    const linePx = isPressed ? TOUCH_LINE_PX : LINE_PX;
    const rows = headRows(pane, place, !isPressed);
    return Math.max(HEAD_PX, linePx) + linePx * (rows - 1);
  });
  const own = sum(panes.map((pane) => HEIGHTS_PX[pane]));
  const left = (place.heightPx ?? 0) - sum(heads) - AXIS_PX;
  const scale = place.heightPx === undefined ? 1 : Math.max(0.4, left / own);
  const boxes: PaneBox[] = [];
  let headTop = 0;
  panes.forEach((pane, index) => {
    const top = headTop + (heads[index] ?? HEAD_PX);
    const height = Math.floor(HEIGHTS_PX[pane] * scale);
    boxes.push({ pane, headTop, top, height });
    headTop = top + height;
  });
  return { boxes, height: headTop + AXIS_PX };
};

/** The share of the drawing, counted from its bottom, that a pane covers. */
export const domainOf = ({ top, height }: PaneBox, totalPx: number): [number, number] => {
  const area = totalPx - AXIS_PX;
  return [1 - (top + height) / area, 1 - top / area];
};
