// Workflows that failed, and who works on which queue.
import { Anchor, Stack, Text } from '@mantine/core';
import type { SystemState } from '@tradeium/contracts';
import { counted, dateTime, wholeNumber } from '../../../lib/format.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { type RowColumn, RowTable } from '../row-table.tsx';

type Known = NonNullable<SystemState['workflows']>;
type Failed = Known['failed'][number];
type Queue = Known['queues'][number];

const FAILED: readonly RowColumn<Failed>[] = [
  {
    name: 'Workflow',
    cell: ({ id, type, link }) => (
      <>
        {link === null ? (
          id
        ) : (
          <Anchor href={link} target="_blank" rel="noopener noreferrer" inherit>
            {id}
          </Anchor>
        )}
        <Text size="xs" c="dimmed">
          {type}
        </Text>
      </>
    ),
  },
  { name: 'Status', cell: ({ status }) => status },
  { name: 'Started', cell: ({ started_at }) => dateTime(started_at) },
  { name: 'Ended', cell: ({ closed_at }) => (closed_at === null ? '—' : dateTime(closed_at)) },
];

const QUEUES: readonly RowColumn<Queue>[] = [
  { name: 'Queue', cell: ({ name }) => name },
  { name: 'Workers', isNumber: true, cell: ({ workers }) => wholeNumber(workers) },
  {
    name: 'Waiting',
    isNumber: true,
    cell: ({ backlog }) => (backlog === null ? 'Unknown' : wholeNumber(backlog)),
  },
];

const Lists = ({ failed, running, queues }: Known) => (
  <Stack gap="md">
    <Text size="sm">
      {counted(running, 'workflow is', 'workflows are')} running.{' '}
      {failed.length === 0 ? 'None failed.' : `${counted(failed.length, 'workflow', 'workflows')} failed:`}
    </Text>
    {failed.length === 0 ? null : (
      <RowTable label="Failed workflows" columns={FAILED} rows={failed} keyOf={({ id }) => id} />
    )}
    <RowTable
      label="Queues"
      columns={QUEUES}
      rows={queues}
      keyOf={({ name }) => name}
      isLoud={({ workers }) => workers === 0}
    />
  </Stack>
);

export const Workflows = ({ workflows }: Pick<SystemState, 'workflows'>) => (
  <PageSection id="workflows" title="Workflows, queues and workers">
    {workflows === null ? (
      <Text size="sm" c="dimmed">
        Temporal does not answer.
      </Text>
    ) : (
      <Lists {...workflows} />
    )}
  </PageSection>
);
