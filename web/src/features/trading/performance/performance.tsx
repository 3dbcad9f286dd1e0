// How the deployed strategy has done: its return since the start, over a range to choose.
import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import type { TradingDeployment } from '@tradeium/contracts';
import { useMemo, useState } from 'react';
import { lineOf } from '../../../lib/charts/return-lines.ts';
import { type NamedLine, ReturnChart } from '../../../ui/figures/return-chart.tsx';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { useGetPerformanceChartQuery, useListPositionsQuery } from '../api.ts';
import { TwinGapSplit } from './twin-gap.tsx';

const RANGES = [
  { value: '7', label: '1 week' },
  { value: '30', label: '1 month' },
  { value: '365', label: '1 year' },
  { value: '3650', label: 'All' },
];
const DAYS_DEFAULT = '30';
const HEIGHT_PX = 170;
/** The twin is recomputed without an update of ours. */
const POLL_MS = 300_000;

type Data = NonNullable<ReturnType<typeof useGetPerformanceChartQuery>['currentData']>;

type Point = Data['data_points'][number];

/** The return at the prices of the positions, which is newer than the hourly values; none before the first of these. */
const useNewestPoint = ({ backtest_session_id }: Deployed, isEnded: boolean): Point | null => {
  const { currentData } = useListPositionsQuery({ backtest_session_id }, { skip: isEnded });
  return useMemo(() => {
    const { at, return_percent: earned = null } = currentData ?? {};
    return at === undefined || earned === null ? null : { timestamp: at, chart_value: earned / 100 };
  }, [currentData]);
};

const withNewest = (points: readonly Point[], newest: Point | null): readonly Point[] => {
  const last = points.at(-1);
  if (!last || !newest || Date.parse(newest.timestamp) <= Date.parse(last.timestamp)) return points;
  return [...points, newest];
};

const linesOf = (data: Data | undefined, newest: Point | null): [NamedLine, ...NamedLine[]] => {
  const own = { name: 'Strategy', line: lineOf(withNewest(data?.data_points ?? [], newest)) };
  const twin = { name: 'Its backtest over the same period', line: lineOf(data?.twin ?? []) };
  // A single value is no line yet.
  return twin.line.times.length > 1 ? [own, twin] : [own];
};

type Deployed = Pick<TradingDeployment, 'id' | 'backtest_session_id'>;
type ChartProps = { deployment: Deployed; isEnded: boolean; days: number };

const Chart = ({ deployment, isEnded, days }: ChartProps) => {
  const { currentData, error, isFetching, refetch } = useGetPerformanceChartQuery(
    { deploymentId: deployment.id, days },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true },
  );
  const newest = useNewestPoint(deployment, isEnded);
  const lines = useMemo(() => linesOf(currentData, newest), [currentData, newest]);
  if (!currentData && error && !isFetching)
    return <LoadFailure text="Failed to load chart data" onRetry={() => void refetch()} />;
  if (!currentData) return <Skeleton h={HEIGHT_PX} />;
  if (lines[0].line.times.length === 0)
    return (
      <>
        <Text size="sm" c="dimmed" pt="lg">
          No chart data available
        </Text>
        <Text size="xs" c="dimmed" mt={4}>
          The chart begins when the account is first valued: with its first rebalance or hourly check.
        </Text>
      </>
    );
  return (
    <>
      <ReturnChart lines={lines} label="Return since the start" heightPx={HEIGHT_PX} />
      {currentData.gap && (!isEnded || currentData.gap.state === 'ready') ? (
        <TwinGapSplit gap={currentData.gap} />
      ) : null}
    </>
  );
};

type PerformanceProps = {
  /** Without a deployment there is nothing to draw yet. */
  deployment: Deployed | null;
  /** No bar is waited for any more. */
  isEnded?: boolean;
};

export const Performance = ({ deployment, isEnded = false }: PerformanceProps) => {
  const [days, setDays] = useState(DAYS_DEFAULT);
  if (deployment === null)
    return (
      <Text size="sm" c="dimmed" py="lg">
        No chart data available. Start trading to see performance.
      </Text>
    );
  return (
    <>
      <SegmentedControl
        size="xs"
        mb="xs"
        aria-label="Range of the chart"
        value={days}
        onChange={setDays}
        data={RANGES}
      />
      <Chart deployment={deployment} isEnded={isEnded} days={Number(days)} />
    </>
  );
};
