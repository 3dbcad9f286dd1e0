// The chart's head: what ran and when, and its key figures and those of the benchmarks.
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { BenchmarkStatistics, Performance, Statistics } from '@tradeium/portfolio';
import { dateLabel, decimal, percent, signedPercent } from './chart-scale.ts';
import { COLOR, font, LEFT, WIDTH } from './chart-theme.ts';

/** More than ever fits; longer texts are not even measured. */
const TEXT_LENGTH_MAX = 512;
const NAMES_WIDTH = 190;
const ROWS_TOP = 187;
const ROW_HEIGHT = 22;

const KEY_FIGURES: { label: string; of: (found: Performance) => string }[] = [
  { label: 'Total return', of: (found) => signedPercent(found.total_return) },
  { label: 'CAGR', of: (found) => signedPercent(found.cagr) },
  { label: 'Volatility', of: (found) => percent(found.volatility) },
  { label: 'Sharpe ratio', of: (found) => decimal(found.sharpe_ratio) },
  { label: 'Sortino ratio', of: (found) => decimal(found.sortino_ratio) },
  { label: 'Calmar ratio', of: (found) => decimal(found.calmar_ratio) },
  { label: 'Max drawdown', of: (found) => percent(found.max_drawdown) },
];

export type Header = {
  title: string;
  details: string;
  statistics: Statistics;
  /** One line of figures for each, below the strategy's. */
  compared: readonly { label: string; figures: BenchmarkStatistics; color: string }[];
};

export const drawHeader = (pen: SKRSContext2D, { title, details, statistics, compared }: Header): void => {
  const room = WIDTH - 2 * LEFT;
  pen.textAlign = 'left';
  pen.font = font(34, 600);
  pen.fillStyle = COLOR.ink;
  pen.fillText(fitted(pen, title, room), LEFT, 62);
  const firstDay = dateLabel(Date.parse(statistics.start));
  const lastDay = dateLabel(Date.parse(statistics.end) - 1);
  const period = firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`;
  pen.font = font(17);
  pen.fillStyle = COLOR.muted;
  pen.fillText(fitted(pen, [period, details].filter(Boolean).join('  ·  '), room), LEFT, 92);
  drawNames(pen, compared);
  KEY_FIGURES.forEach(({ label, of }, column) => {
    const x = LEFT + NAMES_WIDTH + (column * (room - NAMES_WIDTH)) / KEY_FIGURES.length;
    pen.font = font(15);
    pen.fillStyle = COLOR.muted;
    pen.fillText(label, x, 132);
    const figure = of(statistics);
    pen.font = font(27, 600);
    pen.fillStyle = isLoss(figure) ? COLOR.loss : COLOR.ink;
    pen.fillText(figure, x, 163);
    pen.font = font(15);
    compared.forEach(({ figures, color }, row) => {
      pen.fillStyle = color;
      pen.fillText(of(figures), x, ROWS_TOP + row * ROW_HEIGHT);
    });
  });
};

/** Each row of figures in its own colour, under its name. */
const drawNames = (pen: SKRSContext2D, compared: Header['compared']): void => {
  const names = [{ label: 'Strategy', color: COLOR.strategy, y: 163 }];
  compared.forEach(({ label, color }, row) => {
    names.push({ label, color, y: ROWS_TOP + row * ROW_HEIGHT });
  });
  pen.font = font(15, 600);
  for (const { label, color, y } of names) {
    pen.fillStyle = color;
    pen.fillText(label, LEFT, y);
  }
};

/** A return below zero; a ratio below zero does not count as a loss. */
const isLoss = (figure: string): boolean => figure.startsWith('−') && figure.endsWith('%');

/** The text, cut short with an ellipsis where it is too wide. */
const fitted = (pen: SKRSContext2D, text: string, room: number): string => {
  const start = text.slice(0, TEXT_LENGTH_MAX);
  const fits = (shown: string) => pen.measureText(shown).width <= room;
  if (start === text && fits(text)) return text;
  let length = 0;
  for (let step = TEXT_LENGTH_MAX; step >= 1; step = Math.floor(step / 2)) {
    if (length + step <= start.length && fits(`${start.slice(0, length + step)}…`)) length += step;
  }
  return `${start.slice(0, length).trimEnd()}…`;
};
