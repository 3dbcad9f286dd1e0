// Figures over time on a dashboard that its operator arranges.
import { Button, Center, Group, Loader, NativeSelect, Text, Title } from '@mantine/core';
import type { AdminMetrics } from '@tradeium/contracts';
import { useState } from 'react';
import type { Layout } from 'react-grid-layout/core';
import { messageOf } from '../../../lib/failure.ts';
import { Dashboard, type Part } from '../../../ui/dashboard/dashboard.tsx';
import { useLayout } from '../../../ui/dashboard/use-layout.ts';
import { DayInput } from '../../../ui/forms/day-input.tsx';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { useGetMetricsQuery } from '../api.ts';
import { useFilters } from '../place.ts';
import { Funnel } from './funnel.tsx';
import { METRICS, type MetricName } from './metric-lines.ts';
import { MetricPart } from './metric-part.tsx';
import { type MetricsRange, metricsRange, RANGES } from './metrics-range.ts';

const NAMES = ['signups', 'conversion', 'revenue', 'credits', 'tokens', 'runs', 'rebalances'] as const;
type PartName = (typeof NAMES)[number];

const PART = { w: 6, h: 7, minW: 3, minH: 5 };
const USUAL_LAYOUT: Layout = NAMES.map((i, place) => ({
  i,
  x: (place % 2) * PART.w,
  y: Math.floor(place / 2) * PART.h,
  ...PART,
}));
const KEY = 'tradeium-admin-layout';

type RangeFieldsProps = {
  range: MetricsRange;
  onChange: (changed: Partial<Record<'range' | 'from' | 'to' | 'step', string>>) => void;
};

const RangeFields = ({ range, onChange }: RangeFieldsProps) => (
  <Group gap="xs" align="end">
    <NativeSelect
      label="Days"
      value={range.name}
      onChange={({ currentTarget }) =>
        onChange({ range: currentTarget.value, from: range.from, to: range.to })
      }
      data={RANGES}
    />
    {range.name === 'custom' ? (
      <>
        <DayInput label="From" value={range.from} onChange={(from) => onChange({ from })} />
        <DayInput label="To" value={range.to} onChange={(to) => onChange({ to })} />
      </>
    ) : null}
    <NativeSelect
      label="Step"
      value={range.step}
      disabled={!range.canBeHourly}
      onChange={({ currentTarget }) => onChange({ step: currentTarget.value })}
      data={[
        { value: 'day', label: 'By day' },
        { value: 'hour', label: 'By hour' },
      ]}
    />
  </Group>
);

const Charts = ({ metrics }: { metrics: AdminMetrics }) => {
  const arranged = useLayout(KEY, USUAL_LAYOUT);
  const [tables, setTables] = useState<readonly MetricName[]>([]);
  const partOf = (name: MetricName): Part => {
    const isTable = tables.includes(name);
    return {
      title: METRICS[name].title,
      aside: (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${METRICS[name].title} as a ${isTable ? 'chart' : 'table'}`}
          onClick={() => setTables(isTable ? tables.filter((each) => each !== name) : [...tables, name])}
        >
          {isTable ? 'Chart' : 'Table'}
        </Button>
      ),
      content: <MetricPart metric={METRICS[name]} {...metrics} isTable={isTable} />,
    };
  };
  const parts: Readonly<Record<PartName, Part>> = {
    signups: partOf('signups'),
    conversion: { title: 'Conversion', content: <Funnel conversion={metrics.conversion} /> },
    revenue: partOf('revenue'),
    credits: partOf('credits'),
    tokens: partOf('tokens'),
    runs: partOf('runs'),
    rebalances: partOf('rebalances'),
  };
  return (
    <>
      <Dashboard parts={parts} names={NAMES} arranged={arranged} stacked={NAMES} />
      {arranged.reset ? (
        <Group justify="flex-end" mt="xs">
          <Button size="compact-sm" variant="default" onClick={arranged.reset}>
            Reset layout
          </Button>
        </Group>
      ) : null}
    </>
  );
};

const Answered = ({ range }: { range: MetricsRange }) => {
  const { from, to, step, problem } = range;
  const { data, error, refetch } = useGetMetricsQuery({ from, to, step }, { skip: problem !== null });
  if (problem !== null)
    return (
      <Text size="sm" c="dimmed" role="status">
        {problem}
      </Text>
    );
  if (data) return <Charts metrics={data} />;
  return error ? (
    <LoadFailure
      text={`Failed to load figures over time: ${messageOf(error)}`}
      onRetry={() => void refetch()}
    />
  ) : (
    <Center mih={200}>
      <Loader size="sm" aria-label="Loading figures over time" />
    </Center>
  );
};

/** The chosen days are in the address. */
export const Metrics = () => {
  const [choice, change] = useFilters(['range', 'from', 'to', 'step']);
  const range = metricsRange(choice, Date.now());
  return (
    <section aria-labelledby="over-time">
      <Group justify="space-between" align="end" mb="sm">
        <Title order={2} size="h4" id="over-time">
          Over time
        </Title>
        <RangeFields range={range} onChange={change} />
      </Group>
      <Answered range={range} />
    </section>
  );
};
