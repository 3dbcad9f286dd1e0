// Operators' actions on the account, with their reasons; who it was is not shown.
import { Badge, Group, Skeleton, Text } from '@mantine/core';
import type { OperatorAction } from '@tradeium/contracts';
import { messageOf } from '../../lib/failure.ts';
import { dateTime } from '../../lib/format.ts';
import { LoadFailure } from '../../ui/loading/load-failure.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { useListOperatorActionsQuery } from './api.ts';
import classes from './session-list.module.css';

const STATES = {
  ordered: { color: 'yellow', word: 'Under way' },
  completed: { color: 'green', word: 'Done' },
  refused: { color: 'gray', word: 'Not done' },
} as const satisfies Record<OperatorAction['state'], { color: string; word: string }>;

const Entry = ({ at, text, reason, state }: OperatorAction) => (
  <li className={classes.entry}>
    <div className={classes.what}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw="var(--weight-medium)">
          {text}
        </Text>
        <Badge variant="light" color={STATES[state].color} tt="none">
          {STATES[state].word}
        </Badge>
      </Group>
      {reason === '' ? null : (
        <Text size="sm">
          Reason: <bdi>{reason}</bdi>
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {dateTime(at)}
      </Text>
    </div>
  </li>
);

/** Newest first. */
export const OperatorActions = () => {
  const { data, error, refetch } = useListOperatorActionsQuery();
  return (
    <PageSection
      id="operator-actions"
      title="What operators did"
      text="Everything that an operator of Tradeium did to your account, and why."
    >
      {data ? null : error ? (
        <LoadFailure text={`Failed to load what operators did: ${messageOf(error)}`} onRetry={refetch} />
      ) : (
        <Skeleton h={44} role="status" aria-label="What operators did is loading" />
      )}
      {data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          No operator has done anything to your account.
        </Text>
      ) : null}
      {data && data.length > 0 ? (
        <ul className={classes.list}>
          {data.map((action) => (
            <Entry key={action.id} {...action} />
          ))}
        </ul>
      ) : null}
    </PageSection>
  );
};
