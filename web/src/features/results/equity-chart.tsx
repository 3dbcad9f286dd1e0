// The equity curve with its drawdowns below, to zoom and to hover.
import { Paper, SegmentedControl, Skeleton, Text, useComputedColorScheme } from '@mantine/core';
import { useMemo, useState } from 'react';
import { parseCsv } from '../../lib/csv.ts';
import { messageOf } from '../../lib/failure.ts';
import { money, percent } from '../../lib/format.ts';
import { useReadFolderFileQuery } from './api.ts';
import { type EquityCurve, equityOf } from './equity.ts';
import classes from './equity-chart.module.css';
import { chartColors, equityFigure, type Scale } from './equity-figure.ts';
import { Plot } from './plot.ts';

const CONFIG = {
  displaylogo: false,
  responsive: true,
  modeBarButtonsToRemove: ['select2d', 'lasso2d', 'autoScale2d', 'sendChartToCloud'],
  toImageButtonOptions: { filename: 'equity', scale: 2 },
};

const summaryOf = ({ values, drawdowns }: EquityCurve): string =>
  `Portfolio value from ${money(values[0])} to ${money(values.at(-1))}; deepest drawdown ${percent(Math.min(...drawdowns))}`;

const Chart = ({ curve }: { curve: EquityCurve }) => {
  const scheme = useComputedColorScheme('dark');
  const [scale, setScale] = useState<Scale>('linear');
  // The colours are read from the page, so they change with the scheme.
  const { data, layout } = useMemo(
    () => equityFigure(curve, scale, chartColors(scheme)),
    [curve, scale, scheme],
  );
  return (
    <Paper
      withBorder
      radius="md"
      component="section"
      aria-label="Equity and drawdown"
      className={classes.chart ?? ''}
    >
      <div className={classes.head}>
        <Text size="sm" fw={600}>
          Equity and drawdown
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Scale"
          value={scale}
          onChange={(value) => setScale(value === 'log' ? 'log' : 'linear')}
          data={[
            { value: 'linear', label: 'Linear' },
            { value: 'log', label: 'Log' },
          ]}
        />
      </div>
      <figure aria-label={summaryOf(curve)} className={classes.figure ?? ''}>
        <Plot data={data} layout={layout} config={CONFIG} useResizeHandler className={classes.plot ?? ''} />
      </figure>
    </Paper>
  );
};

/** Reads the table of a result and draws it. */
export const EquityChart = ({ chatId, folderName }: { chatId: string; folderName: string }) => {
  const { currentData, error } = useReadFolderFileQuery({ id: chatId, folderName, filename: 'Table' });
  const curve = useMemo(
    () => (currentData === undefined ? null : equityOf(parseCsv(currentData))),
    [currentData],
  );
  if (curve) return <Chart curve={curve} />;
  if (error || currentData !== undefined)
    return <Text size="sm">{error ? messageOf(error) : 'The table has no equity curve.'}</Text>;
  return <Skeleton h={380} />;
};
