// Which processes run, with which version, and since when.
import { Text } from '@mantine/core';
import type { SystemState } from '@tradeium/contracts';
import { dateTime } from '../../../lib/format.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { type RowColumn, RowTable } from '../row-table.tsx';

type Service = SystemState['services'][number];

const COLUMNS: readonly RowColumn<Service>[] = [
  { name: 'Service', cell: ({ name }) => name },
  {
    name: 'Processes',
    cell: ({ processes }) =>
      processes.length === 0 ? (
        <Text size="sm" data-loss>
          Does not answer
        </Text>
      ) : (
        processes.map(({ id, version, started_at }) => (
          <div key={id}>
            {version}, since {dateTime(started_at)}
            <Text size="xs" c="dimmed">
              {id}
            </Text>
          </div>
        ))
      ),
  },
];

const versionsOf = (services: readonly Service[]): readonly string[] => [
  ...new Set(services.flatMap(({ processes }) => processes.map(({ version }) => version))),
];

export const Processes = ({ services }: Pick<SystemState, 'services'>) => {
  const versions = versionsOf(services);
  return (
    <PageSection
      id="processes"
      title="Versions running"
      text={versions.length > 1 ? `More than one version runs: ${versions.join(', ')}.` : undefined}
    >
      <RowTable
        label="Processes"
        columns={COLUMNS}
        rows={services}
        keyOf={({ name }) => name}
        isLoud={({ processes }) => processes.length === 0}
      />
    </PageSection>
  );
};
