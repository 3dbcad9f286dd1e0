// How much each user stores, largest first.
import { Anchor } from '@mantine/core';
import type { StorageRow } from '@tradeium/contracts';
import { Link } from 'wouter';
import { kilobytes, wholeNumber } from '../../../lib/format.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { userPath } from '../admin-links.ts';
import { PagedRows } from '../paged-rows.tsx';
import { type RowColumn, RowTable } from '../row-table.tsx';
import { useListStorageInfiniteQuery } from './system-api.ts';

const ROWS = 10;

const COLUMNS: readonly RowColumn<StorageRow>[] = [
  {
    name: 'User',
    cell: ({ user_id, username }) => (
      <Anchor component={Link} href={userPath(user_id)} inherit>
        <bdi>{username === '' ? user_id : username}</bdi>
      </Anchor>
    ),
  },
  { name: 'Results', isNumber: true, cell: ({ results }) => wholeNumber(results) },
  { name: 'Size', isNumber: true, cell: ({ bytes }) => kilobytes(bytes) },
];

export const Storage = () => (
  <PageSection id="storage" title="Storage by user">
    <PagedRows
      what="storage"
      pages={useListStorageInfiniteQuery({ limit: ROWS })}
      empty="Nobody stores anything."
    >
      {(rows) => <RowTable label="Storage" columns={COLUMNS} rows={rows} keyOf={({ user_id }) => user_id} />}
    </PagedRows>
  </PageSection>
);
