// A few figures with their names; gains and losses have their colours.
import type { ReactNode } from 'react';
import { percent, ratio } from '../../lib/format.ts';
import type { Held } from '../../lib/returns/held-return.ts';
import classes from './figure-list.module.css';
import { ReturnFigure } from './return-figure.tsx';

export type Figure = {
  name: string;
  value: ReactNode;
  isLoss?: boolean;
};

type FigureListProps = {
  figures: readonly Figure[];
  /** Where the figures stand. */
  className?: string | undefined;
};

export const FigureList = ({ figures, className = '' }: FigureListProps) => (
  <dl className={`${classes.figures} ${className}`}>
    {figures.map(({ name, value, isLoss = false }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd data-loss={isLoss || undefined}>{value}</dd>
      </div>
    ))}
  </dl>
);

/** How a strategy did, in three figures: its return next to that of holding. */
export const performanceFigures = (of: {
  totalReturn: number;
  held: Held | null;
  sharpe: number | null;
  maxDrawdown: number;
}): Figure[] => [
  { name: 'Total return', value: <ReturnFigure own={of.totalReturn} held={of.held} isStacked /> },
  { name: 'Sharpe', value: ratio(of.sharpe) },
  { name: 'Max drawdown', value: percent(of.maxDrawdown), isLoss: of.maxDrawdown < 0 },
];
