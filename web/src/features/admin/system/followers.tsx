// Read models and reactions: how far behind each is, what holds one up, and the rebuild of a read model.
import { Badge, Button, Progress, Text } from '@mantine/core';
import type { SystemState } from '@tradeium/contracts';
import { useState } from 'react';
import { dateTime, wholeNumber } from '../../../lib/format.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { type RowColumn, RowTable } from '../row-table.tsx';
import { useCanAct } from '../use-role.ts';
import { Rebuild, type RebuildTarget } from './rebuild.tsx';
import { isStuck } from './stuck.ts';

type ReadModel = SystemState['read_models'][number];
type Reaction = SystemState['reactions'][number];

const State = ({ state, reason }: Pick<ReadModel, 'state' | 'reason'>) => (
  <>
    <Badge variant="light" color={isStuck(state) ? 'red' : 'green'} tt="none">
      {state}
    </Badge>
    {reason === null ? null : (
      <Text size="sm" mt={4}>
        {reason}
      </Text>
    )}
  </>
);

const Rebuilding = ({ name, rebuilding }: ReadModel) =>
  rebuilding === null ? null : (
    <>
      <Text size="xs" mt={4}>
        {wholeNumber(rebuilding.done)} of {wholeNumber(rebuilding.of)} rebuilt
      </Text>
      <Progress
        value={rebuilding.of === 0 ? 0 : (rebuilding.done / rebuilding.of) * 100}
        aria-label={`Rebuild of ${name}`}
      />
    </>
  );

const followed = <Row extends ReadModel | Reaction>(): readonly RowColumn<Row>[] => [
  {
    name: 'Name',
    cell: ({ name, service }) => (
      <>
        {name}
        <Text size="xs" c="dimmed">
          {service}
        </Text>
      </>
    ),
  },
  { name: 'Behind', isNumber: true, cell: ({ behind }) => wholeNumber(behind) },
  {
    name: 'Parked',
    isNumber: true,
    cell: ({ parked }) => (parked === null ? 'Unknown' : wholeNumber(parked)),
  },
];

const followerKeyOf = ({ service, name }: ReadModel | Reaction): string => `${service} ${name}`;

const READ_MODELS: readonly RowColumn<ReadModel>[] = [
  ...followed<ReadModel>(),
  {
    name: 'State',
    cell: (model) => (
      <>
        <State {...model} />
        <Rebuilding {...model} />
      </>
    ),
  },
];

const REACTIONS: readonly RowColumn<Reaction>[] = [
  ...followed<Reaction>(),
  { name: 'Too late', isNumber: true, cell: ({ expired }) => wholeNumber(expired) },
  {
    name: 'Oldest parked',
    cell: ({ oldest_parked_at: at }) => (at === null ? '—' : dateTime(at)),
  },
  { name: 'State', cell: (reaction) => <State {...reaction} /> },
];

const withRebuild = (onRebuild: (model: RebuildTarget) => void): readonly RowColumn<ReadModel>[] => [
  ...READ_MODELS,
  {
    name: 'Action',
    cell: ({ service, name }) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Rebuild ${name} of ${service}`}
        onClick={() => onRebuild({ service, name })}
      >
        Rebuild
      </Button>
    ),
  },
];

export const Followers = ({ state }: { state: SystemState }) => {
  const canAct = useCanAct();
  const [rebuilt, setRebuilt] = useState<RebuildTarget | null>(null);
  return (
    <>
      <PageSection id="read-models" title="Read models">
        <RowTable
          label="Read models"
          columns={canAct ? withRebuild(setRebuilt) : READ_MODELS}
          rows={state.read_models}
          keyOf={followerKeyOf}
          isLoud={({ state: is }) => isStuck(is)}
        />
      </PageSection>
      <PageSection id="reactions" title="Reactions">
        <RowTable
          label="Reactions"
          columns={REACTIONS}
          rows={state.reactions}
          keyOf={followerKeyOf}
          isLoud={({ state: is }) => isStuck(is)}
        />
      </PageSection>
      {rebuilt === null ? null : (
        <Rebuild
          key={followerKeyOf(rebuilt as ReadModel)}
          target={rebuilt}
          onClose={() => setRebuilt(null)}
        />
      )}
    </>
  );
};
