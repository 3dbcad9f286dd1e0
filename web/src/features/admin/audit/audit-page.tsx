// Operators' actions: to whom, why, and whether they are done; unfinished ones stand out.
import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { AdminAction } from '@tradeium/contracts';
import { Link } from 'wouter';
import { isFailure, messageOf } from '../../../lib/failure.ts';
import { dateTime } from '../../../lib/format.ts';
import { showToast } from '../../../ui/toast.ts';
import { userPath } from '../admin-links.ts';
import { exportAddress } from '../list-place.ts';
import { PagedRows } from '../paged-rows.tsx';
import { useFilters } from '../place.ts';
import { type RowColumn, RowTable } from '../row-table.tsx';
import { useCanAct } from '../use-role.ts';
import { useFinishActionMutation, useListAuditInfiniteQuery } from './audit-api.ts';
import { AUDIT_FILTERS, AuditFilters } from './audit-filters.tsx';
import { KIND_WORDS, STATE_LOOKS } from './audit-words.ts';

const Outcome = ({ kind, state, refusal, changed }: AdminAction) => (
  <>
    <Badge variant="light" color={STATE_LOOKS[state].color} tt="none">
      {STATE_LOOKS[state].word}
    </Badge>
    {refusal === null ? null : (
      <Text size="sm" mt={4}>
        {refusal}
      </Text>
    )}
    {changed === false && kind !== 'verify-ledger' ? (
      <Text size="xs" c="dimmed" mt={4}>
        There was nothing left to do.
      </Text>
    ) : null}
  </>
);

/** The refusal with which an action on the system itself ends: such work stops with its process. */
const isMarked = (error: unknown): boolean => isFailure(error) && error.code === 'JOB_INTERRUPTED';

/** Sends its command once more: done once at most, however often. What has none can only be marked. */
const Finish = ({ action }: { action: AdminAction }) => {
  const [finish, { isLoading }] = useFinishActionMutation();
  const name = action.user_id === null ? 'Mark as interrupted' : 'Finish';
  const run = async () => {
    const { data, error } = await finish({ id: action.id });
    if (data) showToast('success', data.message);
    else if (isMarked(error)) showToast('success', 'Marked as interrupted');
    else showToast('error', messageOf(error));
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      mt={6}
      loading={isLoading}
      onClick={() => void run()}
      aria-label={`${name}: ${action.text}`}
    >
      {name}
    </Button>
  );
};

const UserOf = ({ user_id, username }: AdminAction) =>
  user_id === null ? (
    'The system'
  ) : (
    <Anchor component={Link} href={userPath(user_id)} inherit>
      <bdi>{username === '' ? user_id : username}</bdi>
    </Anchor>
  );

const columnsOf = (canAct: boolean): readonly RowColumn<AdminAction>[] => [
  { name: 'Time', cell: ({ ordered_at }) => dateTime(ordered_at) },
  { name: 'Operator', cell: ({ actor, actor_id }) => <bdi>{actor === '' ? actor_id : actor}</bdi> },
  { name: 'User', cell: (action) => <UserOf {...action} /> },
  {
    name: 'What',
    cell: ({ text, kind }) => (
      <>
        {text}
        <Text size="xs" c="dimmed">
          {KIND_WORDS[kind]}
        </Text>
      </>
    ),
  },
  { name: 'Reason', cell: ({ reason }) => <bdi>{reason === '' ? '—' : reason}</bdi> },
  {
    name: 'State',
    cell: (action) => (
      <>
        <Outcome {...action} />
        {canAct && action.state === 'ordered' ? (
          <div>
            <Finish action={action} />
          </div>
        ) : null}
      </>
    ),
  },
];
const COLUMNS = { acting: columnsOf(true), reading: columnsOf(false) } as const;

/** Of all or of one user, newest first. */
export const AuditPage = () => {
  const [given, change] = useFilters(AUDIT_FILTERS);
  const filter = given as Parameters<typeof useListAuditInfiniteQuery>[0];
  const canAct = useCanAct();
  const pages = useListAuditInfiniteQuery(filter);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2} size="h3">
          What operators did
        </Title>
        <Button
          component="a"
          href={exportAddress('audit', given)}
          download
          variant="default"
          size="sm"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download as CSV
        </Button>
      </Group>
      <AuditFilters given={given} onChange={change} />
      <PagedRows what="the actions" pages={pages} empty="No action matches.">
        {(actions) => (
          <RowTable
            label="Actions"
            columns={canAct ? COLUMNS.acting : COLUMNS.reading}
            rows={actions}
            keyOf={({ id }) => id}
            isLoud={({ state }) => state === 'ordered'}
          />
        )}
      </PagedRows>
    </Stack>
  );
};
