// Colours of the charts: distinguishable with every common colour blindness, and also by dashes and labels.
import { QUOTE_CURRENCY } from '@tradeium/contracts';
import { cssColor } from '../css-colors.ts';

export type ChartColors = {
  readonly text: string;
  readonly dimmed: string;
  readonly grid: string;
  readonly surface: string;
  readonly portfolio: string;
  readonly benchmark: string;
  readonly basket: string;
  readonly underwater: string;
  readonly rollingSharpe: string;
};

/** The colours of lines, by the scheme of the page. */
export const LINE_COLORS = {
  dark: {
    portfolio: '#7b95ff',
    benchmark: '#f0a13a',
    basket: '#4fc1b0',
    underwater: '#ff8585',
    rollingSharpe: '#c9a2ff',
  },
  light: {
    portfolio: '#2e4bd0',
    benchmark: '#b45f06',
    basket: '#0b7a6b',
    underwater: '#c92a2a',
    rollingSharpe: '#7a3fc4',
  },
} as const;

/** The theme's colours; `scheme` is a parameter so that a change re-reads them. */
export const chartColors = (scheme: 'dark' | 'light'): ChartColors => ({
  text: cssColor('--mantine-color-text'),
  dimmed: cssColor('--mantine-color-dimmed'),
  grid: cssColor('--line'),
  surface: cssColor('--surface-0'),
  ...LINE_COLORS[scheme],
});

/** Areas, after Okabe and Ito (2008) and Tol (2021); a portfolio has at most nine coins. */
const AREAS = [
  '#0072b2',
  '#e69f00',
  '#009e73',
  '#cc79a7',
  '#56b4e9',
  '#d55e00',
  '#f0e442',
  '#882255',
  '#44aa99',
];
const CASH = '#8a93a3';

/** The colour of a coin's weight by its place in the portfolio; USDT is grey. */
export const weightColor = (coin: string, index: number): string =>
  coin === QUOTE_CURRENCY ? CASH : (AREAS[index % AREAS.length] ?? CASH);
