// How much each stream holds.
import { Text } from '@mantine/core';
import type { SystemState } from '@tradeium/contracts';
import { kilobytes, wholeNumber } from '../../../lib/format.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { type RowColumn, RowTable } from '../row-table.tsx';

type Stream = NonNullable<SystemState['streams']>[number];

const COLUMNS: readonly RowColumn<Stream>[] = [
  { name: 'Stream', cell: ({ name }) => name },
  { name: 'Messages', isNumber: true, cell: ({ messages }) => wholeNumber(messages) },
  { name: 'Size', isNumber: true, cell: ({ bytes }) => kilobytes(bytes) },
];

export const Streams = ({ streams }: Pick<SystemState, 'streams'>) => (
  <PageSection id="streams" title="Streams">
    {streams === null ? (
      <Text size="sm" c="dimmed">
        NATS does not say.
      </Text>
    ) : (
      <RowTable label="Streams" columns={COLUMNS} rows={streams} keyOf={({ name }) => name} />
    )}
  </PageSection>
);
