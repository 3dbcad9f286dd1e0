// A metric on the dashboard: its sums, and its lines over time as a chart or as a table.
import { Table, useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { MetricsPoint } from '@tradeium/contracts';
import { Suspense } from 'react';
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';
import { type Metric, metricWords, pointTime, totalOf } from './metric-lines.ts';
import { lineLooks } from './metric-looks.ts';
import classes from './metric-part.module.css';
import type { Step } from './metrics-range.ts';

const MetricPlot = lazyNamed(() => import('./metric-plot.tsx'), 'MetricPlot');

export type MetricPartProps = {
  metric: Metric;
  points: readonly MetricsPoint[];
  step: Step;
  isTable: boolean;
};

const Legend = ({ metric, points }: Pick<MetricPartProps, 'metric' | 'points'>) => {
  const looks = lineLooks(useComputedColorScheme('dark'));
  return (
    <ul className={classes.legend}>
      {metric.lines.map((line, place) => (
        <li key={line.name}>
          <svg width="22" height="8" aria-hidden>
            <line
              x1="0"
              x2="22"
              y1="4"
              y2="4"
              stroke={looks[place]?.color}
              strokeWidth="2"
              strokeDasharray={looks[place]?.dashArray}
            />
          </svg>
          {line.name} <strong>{metric.write(totalOf(line, points))}</strong>
        </li>
      ))}
    </ul>
  );
};

const MetricTable = ({ metric, points, step }: MetricPartProps) => (
  <Table aria-label={metric.title}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{step === 'hour' ? 'Hour (UTC)' : 'Day (UTC)'}</Table.Th>
        {metric.lines.map(({ name }) => (
          <Table.Th key={name} ta="right">
            {name}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {points.map((point) => (
        <Table.Tr key={point.at}>
          <Table.Td>{pointTime(point.at, step)}</Table.Td>
          {metric.lines.map(({ name, of }) => (
            <Table.Td key={name} ta="right">
              {metric.write(of(point))}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

const MetricChart = ({ metric, points, step }: MetricPartProps) => {
  const { ref, width, height } = useElementSize();
  return (
    <div ref={ref} className={classes.chart} role="img" aria-label={metricWords(metric, points, step)}>
      {width > 0 && height > 0 ? (
        <div className={classes.drawn}>
          <Suspense>
            <MetricPlot metric={metric} points={points} widthPx={width} heightPx={height} />
          </Suspense>
        </div>
      ) : null}
    </div>
  );
};

export const MetricPart = (props: MetricPartProps) => (
  <div className={classes.part}>
    <Legend {...props} />
    {props.isTable ? <MetricTable {...props} /> : <MetricChart {...props} />}
  </div>
);
