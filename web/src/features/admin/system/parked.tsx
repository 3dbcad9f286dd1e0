// Events that could not be handled, why, and the way to try them again.
import { Button, Text } from '@mantine/core';
import type { SystemState } from '@tradeium/contracts';
import { useState } from 'react';
import { dateTime, wholeNumber } from '../../../lib/format.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { showToast } from '../../../ui/toast.ts';
import { ConfirmedAction } from '../confirmed-action.tsx';
import { type RowColumn, RowTable } from '../row-table.tsx';
import { useCanAct } from '../use-role.ts';
import { useRetryParkedEventsMutation } from './system-api.ts';

type ParkedEvent = SystemState['parked'][number];

const COLUMNS: readonly RowColumn<ParkedEvent>[] = [
  { name: 'Parked', cell: ({ parked_at }) => dateTime(parked_at) },
  {
    name: 'Event',
    cell: ({ type, stream, sequence }) => (
      <>
        {type}
        <Text size="xs" c="dimmed">
          {stream}, {wholeNumber(sequence)}
        </Text>
      </>
    ),
  },
  {
    name: 'Parked by',
    cell: ({ service, name }) => (
      <>
        {name}
        <Text size="xs" c="dimmed">
          {service}
        </Text>
      </>
    ),
  },
  {
    name: 'Why',
    cell: ({ reason, can_retry }) => (
      <>
        {reason}
        {can_retry ? null : (
          <Text size="xs" c="dimmed">
            A rebuild of the read model applies it.
          </Text>
        )}
      </>
    ),
  },
];

const Retry = ({ service, onClose }: { service: string; onClose: () => void }) => {
  const [retry] = useRetryParkedEventsMutation();
  return (
    <ConfirmedAction
      title={`Retry the parked events of ${service}?`}
      action="Retry"
      busy="Retrying..."
      send={async ({ reason = '', intent }) => {
        const { data, error } = await retry({ service, reason, intent });
        if (data)
          showToast(
            'success',
            `${wholeNumber(data.handled)} handled, ${wholeNumber(data.remaining)} remain.`,
          );
        return { error };
      }}
      onDone={onClose}
      onClose={onClose}
    >
      <Text size="sm">
        Each is handled once more, in its order. What was done before its failure is not done twice. One that
        fails again stays parked.
      </Text>
    </ConfirmedAction>
  );
};

export const Parked = ({ parked }: Pick<SystemState, 'parked'>) => {
  const [retried, setRetried] = useState<string | null>(null);
  const canAct = useCanAct();
  const services = [...new Set(parked.filter(({ can_retry }) => can_retry).map(({ service }) => service))];
  return (
    <PageSection
      id="parked"
      title="Parked events"
      aside={
        canAct
          ? services.map((service) => (
              <Button key={service} size="xs" variant="default" onClick={() => setRetried(service)}>
                Retry those of {service}
              </Button>
            ))
          : null
      }
    >
      {parked.length === 0 ? (
        <Text size="sm" c="dimmed">
          None: every event was handled.
        </Text>
      ) : (
        <RowTable
          label="Parked events"
          columns={COLUMNS}
          rows={parked}
          keyOf={({ service, name, stream, sequence }) => `${service} ${name} ${stream} ${sequence}`}
        />
      )}
      {retried === null ? null : <Retry service={retried} onClose={() => setRetried(null)} />}
    </PageSection>
  );
};
