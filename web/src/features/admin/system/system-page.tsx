// The state of the system and whether anything is stuck: problems first, then each part with what can be done about it.
import { Alert, Button, Group, List, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { SystemState } from '@tradeium/contracts';
import { messageOf } from '../../../lib/failure.ts';
import { dateTime } from '../../../lib/format.ts';
import { FailureAlert } from '../../../ui/loading/failure-alert.tsx';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { Followers } from './followers.tsx';
import { LedgerAudit } from './ledger-audit.tsx';
import { Parked } from './parked.tsx';
import { Processes } from './processes.tsx';
import { Storage } from './storage.tsx';
import { Streams } from './streams.tsx';
import { stuckIn } from './stuck.ts';
import { useGetSystemQuery } from './system-api.ts';
import { Workflows } from './workflows.tsx';

/** No event says how far behind something is, so it is read again while somebody looks. */
const POLL_MS = 10_000;

const Problems = ({ problems }: Pick<SystemState, 'problems'>) =>
  problems.length === 0 ? null : (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="What does not answer"
    >
      <List size="sm">
        {problems.map(({ part, problem }) => (
          <List.Item key={part}>
            {part}: {problem}
          </List.Item>
        ))}
      </List>
    </Alert>
  );

/** Answers the question in a sentence; what cannot be reached is not called well. */
const Stuck = ({ state }: { state: SystemState }) => {
  const stuck = stuckIn(state);
  const isWell = stuck.length === 0 && state.problems.length === 0;
  return (
    <Alert
      color={isWell ? 'green' : 'yellow'}
      role="status"
      icon={isWell ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
      title="Is anything stuck?"
    >
      {isWell ? 'Nothing is stuck.' : null}
      {!isWell && stuck.length === 0 ? 'Nothing that can be seen; not everything answers.' : null}
      {stuck.length === 0 ? null : (
        <List size="sm">
          {stuck.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
};

const Parts = ({ state }: { state: SystemState }) => (
  <>
    <Problems problems={state.problems} />
    <Stuck state={state} />
    <Parked parked={state.parked} />
    <Workflows workflows={state.workflows} />
    <Followers state={state} />
    <LedgerAudit />
    <Processes services={state.services} />
    <Streams streams={state.streams} />
    <Storage />
  </>
);

const Loading = () => (
  <Stack gap="md" role="status" aria-label="Loading the state of the system">
    <Skeleton h={64} />
    <Skeleton h={200} />
    <Skeleton h={200} />
  </Stack>
);

export const SystemPage = () => {
  const { data, error, isFetching, refetch } = useGetSystemQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const failed = error ? `Failed to load the state of the system: ${messageOf(error)}` : null;
  if (!data) return failed === null ? <Loading /> : <LoadFailure text={failed} onRetry={refetch} />;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2} size="h3">
          System
        </Title>
        <Group gap="sm">
          <Text size="xs" c="dimmed">
            As of {dateTime(data.at)}
          </Text>
          <Button size="sm" variant="default" aria-busy={isFetching} onClick={() => void refetch()}>
            Refresh
          </Button>
        </Group>
      </Group>
      {failed === null ? null : <FailureAlert>{failed}</FailureAlert>}
      <Parts state={data} />
    </Stack>
  );
};
