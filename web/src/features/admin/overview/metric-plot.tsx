// A metric as lines over time.
import { useComputedColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { MetricsPoint } from '@tradeium/contracts';
import { useMemo } from 'react';
import { chartColors } from '../../../lib/charts/chart-colors.ts';
import {
  LEFT_PX,
  layoutBasics,
  PLOT_CONFIG,
  RIGHT_PX,
  timeAxis,
  valueAxis,
} from '../../../lib/charts/figure-basics.ts';
import { Plot } from '../../../ui/plot.ts';
import { metricAxis } from './metric-axis.ts';
import type { Metric } from './metric-lines.ts';
import { lineLooks } from './metric-looks.ts';

type MetricPlotProps = {
  metric: Metric;
  points: readonly MetricsPoint[];
  widthPx: number;
  heightPx: number;
};

const TOP_PX = 8;

export const MetricPlot = ({ metric, points, widthPx, heightPx }: MetricPlotProps) => {
  const scheme = useComputedColorScheme('dark');
  const hasMouse = useMediaQuery('(pointer: fine)', true, { getInitialValueInEffect: false }) ?? true;
  const { data, layout } = useMemo(() => {
    const colors = chartColors(scheme);
    const looks = lineLooks(scheme);
    const { leftPx, ...axis } = metricAxis(metric, points);
    const basics = layoutBasics(colors, {
      widthPx: widthPx - LEFT_PX - RIGHT_PX,
      heightPx,
      topPx: TOP_PX,
    });
    return {
      data: metric.lines.map(({ name, of }, place) => ({
        type: 'scatter',
        mode: points.length === 1 ? 'markers' : 'lines',
        name,
        x: points.map(({ at }) => at),
        y: points.map(of),
        text: points.map((point) => metric.write(of(point))),
        hovertemplate: `%{x}<br>${name}: %{text}<extra></extra>`,
        line: { width: 2, color: looks[place]?.color, dash: looks[place]?.dash },
        marker: { color: looks[place]?.color },
      })),
      layout: {
        ...basics,
        margin: { ...basics.margin, l: leftPx },
        hovermode: 'closest' as const,
        xaxis: { ...timeAxis(colors, widthPx - leftPx - RIGHT_PX), fixedrange: true },
        yaxis: { ...valueAxis(colors), ...axis },
      },
    };
  }, [metric, points, widthPx, heightPx, scheme]);
  const config = useMemo(() => ({ ...PLOT_CONFIG, staticPlot: !hasMouse }), [hasMouse]);
  return <Plot data={data} layout={layout} config={config} />;
};
