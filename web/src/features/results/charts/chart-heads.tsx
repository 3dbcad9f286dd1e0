// The line above each pane of the charts: its title, what its colours mean, and the values at the crosshair.
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ChartColors, weightColor } from '../../../lib/charts/chart-colors.ts';
import { amount, percent, ratio } from '../../../lib/format.ts';
import type { RunCurves } from '../curves/run-curves.ts';
import { DASHES, EQUITY_LINES, type EquityLine, lineNames } from '../pictures/chart-figure.ts';
import { isTouched, PANE_TITLES, type Pane, type PaneBox } from '../pictures/chart-panes.ts';
import type { Reading } from './chart-cursor.ts';
import classes from './chart-heads.module.css';

type HeadsProps = {
  boxes: readonly PaneBox[];
  widthPx: number;
  curves: RunCurves;
  reading: Reading;
  colors: ChartColors;
  hidden: readonly EquityLine[];
  onToggle: (line: EquityLine) => void;
};

const Equity = ({ curves, reading, colors, hidden, onToggle }: HeadsProps) =>
  EQUITY_LINES.filter((key) => curves[key] !== null).map((key) => (
    <UnstyledButton
      key={key}
      className={classes.line ?? ''}
      aria-pressed={!hidden.includes(key)}
      onClick={() => onToggle(key)}
    >
      <span className={classes.stroke} data-dash={DASHES[key]} style={{ borderColor: colors[key] }} />
      {lineNames(curves.held)[key]} <span className={classes.value}>{amount(reading.equity[key])}</span>
    </UnstyledButton>
  ));

const Weights = ({ pane, curves, reading }: HeadsProps & { pane: 'holdings' | 'weights' }) =>
  curves[pane]?.coins.map((coin, index) => (
    <span key={coin} className={classes.coin}>
      <span className={classes.swatch} style={{ background: weightColor(coin, index) }} />
      {coin} <span className={classes.value}>{percent(reading[pane]?.[index])}</span>
    </span>
  ));

const figuresOf = (pane: Pane, props: HeadsProps): ReactNode => {
  switch (pane) {
    case 'equity':
      return <Equity {...props} />;
    case 'underwater':
      return <span className={classes.value}>{percent(props.reading.drawdown)}</span>;
    case 'holdings':
    case 'weights':
      return <Weights {...props} pane={pane} />;
    case 'rolling_sharpe':
      return <span className={classes.value}>{ratio(props.reading.rollingSharpe)}</span>;
  }
};

/** They lie in the room that the panes leave above each other; a phone has none for the title of the equity. */
export const ChartHeads = (props: HeadsProps) =>
  props.boxes.map(({ pane, headTop, top }) => {
    const isPressed = pane === 'equity' && isTouched(props.widthPx);
    return (
      <div
        key={pane}
        className={classes.head}
        data-pressed={isPressed || undefined}
        style={{ top: headTop, height: top - headTop }}
      >
        {isPressed ? null : <span className={classes.title}>{PANE_TITLES[pane]}</span>}
        {figuresOf(pane, props)}
      </div>
    );
  });
