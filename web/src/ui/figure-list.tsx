// A few figures with their names; gains and losses have their colours.
import { percent, ratio, signedPercent } from '../lib/format.ts';
import classes from './figure-list.module.css';

export type Figure = {
  name: string;
  value: string;
  tone?: 'gain' | 'loss' | undefined;
};

type FigureListProps = {
  figures: readonly Figure[];
  /** Where the figures stand. */
  className?: string | undefined;
};

export const FigureList = ({ figures, className = '' }: FigureListProps) => (
  <dl className={`${classes.figures} ${className}`}>
    {figures.map(({ name, value, tone }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd data-tone={tone}>{value}</dd>
      </div>
    ))}
  </dl>
);

/** How a strategy did, in three figures. */
export const performanceFigures = (of: {
  totalReturn: number;
  sharpe: number | null;
  maxDrawdown: number;
}): Figure[] => [
  {
    name: 'Total return',
    value: signedPercent(of.totalReturn),
    tone: of.totalReturn < 0 ? 'loss' : 'gain',
  },
  { name: 'Sharpe', value: ratio(of.sharpe) },
  {
    name: 'Max drawdown',
    value: percent(of.maxDrawdown),
    tone: of.maxDrawdown < 0 ? 'loss' : undefined,
  },
];
