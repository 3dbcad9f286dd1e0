// A user's backtests: what each tested, what it cost, and why it failed.
import { Badge, Text } from '@mantine/core';
import type { AdminRun } from '@tradeium/contracts';
import { credits, dateTime, dayRange } from '../../../lib/format.ts';
import { PagedRows } from '../paged-rows.tsx';
import { type RowColumn, RowTable } from '../row-table.tsx';
import { FoundOnly, type FoundProps, filterOf } from './found-only.tsx';
import { useListAllRunsInfiniteQuery } from './user-api.ts';

const STATES = {
  running: { color: 'brand', word: 'Running' },
  completed: { color: 'green', word: 'Completed' },
  failed: { color: 'red', word: 'Failed' },
  erased: { color: 'gray', word: 'Erased' },
} as const;

const State = ({ status }: Pick<AdminRun, 'status'>) => (
  <Badge variant="light" color={STATES[status].color} tt="none">
    {STATES[status].word}
  </Badge>
);

/** The reason is there without a click: it is what the operator came for. */
const Outcome = ({ status, failure, line }: AdminRun) => (
  <>
    <State status={status} />
    {failure === null ? null : (
      <Text size="sm" mt={4} data-loss>
        {failure}
        {line === null ? '' : ` (line ${line})`}
      </Text>
    )}
  </>
);

const COLUMNS: readonly RowColumn<AdminRun>[] = [
  { name: 'Started', cell: ({ started_at }) => dateTime(started_at) },
  {
    name: 'Strategy',
    cell: ({ strategy, chat_name }) => (
      <>
        <bdi>{strategy}</bdi>
        <Text size="xs" c="dimmed">
          <bdi>{chat_name}</bdi>
        </Text>
      </>
    ),
  },
  {
    name: 'Tested',
    cell: ({ coins, timeframe, from, to }) => (
      <>
        {coins.join(', ')}
        <Text size="xs" c="dimmed">
          {timeframe}, {dayRange(from, to)}
        </Text>
      </>
    ),
  },
  { name: 'Outcome', cell: (run) => <Outcome {...run} /> },
  { name: 'Ended', cell: ({ ended_at }) => (ended_at === null ? '—' : dateTime(ended_at)) },
  {
    name: 'VUT',
    isNumber: true,
    cell: ({ charged_vut }) => (charged_vut === null ? '—' : credits(charged_vut)),
  },
];

export const Runs = (props: FoundProps) => (
  <>
    <FoundOnly {...props} section="runs" />
    <PagedRows what="runs" pages={useListAllRunsInfiniteQuery(filterOf(props))} empty="No backtests.">
      {(runs) => <RowTable label="Runs" columns={COLUMNS} rows={runs} keyOf={({ id }) => id} />}
    </PagedRows>
  </>
);
