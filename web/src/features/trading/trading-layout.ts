// Where the parts of the trading page are at first.
import type { Layout } from 'react-grid-layout/core';
import { useLayout } from '../../ui/dashboard/use-layout.ts';

export const WIDGETS = ['performance', 'positions', 'strategy'] as const;
export type WidgetName = (typeof WIDGETS)[number];

const USUAL_LAYOUT: Layout = [
  { i: 'performance', x: 0, y: 0, w: 7, h: 9, minW: 4, minH: 7 },
  { i: 'positions', x: 7, y: 0, w: 5, h: 9, minW: 3, minH: 5 },
  { i: 'strategy', x: 0, y: 9, w: 12, h: 13, minW: 5, minH: 8 },
];

const KEY = 'tradeium-trading-layout';

/** The user's layout of the trading page. */
export const useTradingLayout = () => useLayout(KEY, USUAL_LAYOUT);
