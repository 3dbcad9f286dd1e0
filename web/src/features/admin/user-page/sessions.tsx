// Where a user is signed in.
import { Text } from '@mantine/core';
import type { AdminUserPage } from '@tradeium/contracts';
import { dateTime } from '../../../lib/format.ts';
import { type RowColumn, RowTable } from '../row-table.tsx';

type Session = AdminUserPage['sessions'][number];

const COLUMNS: readonly RowColumn<Session>[] = [
  { name: 'Device', cell: ({ device }) => device ?? 'Unknown device' },
  { name: 'Started', cell: ({ started_at }) => dateTime(started_at) },
  { name: 'Last used', cell: ({ last_used_at }) => dateTime(last_used_at) },
  { name: 'Ends', cell: ({ expires_at }) => dateTime(expires_at) },
];

export const Sessions = ({ sessions }: { sessions: readonly Session[] }) =>
  sessions.length === 0 ? (
    <Text size="sm" c="dimmed">
      Signed in nowhere.
    </Text>
  ) : (
    <RowTable
      label="Sessions"
      columns={COLUMNS}
      rows={sessions}
      keyOf={({ started_at, device }) => `${started_at} ${device}`}
    />
  );
