// The users with their usage, and what an operator does to one of them.

import { type AdminUser, OPERATOR_ROLES } from '@tradeium/contracts';
import { useMemo, useState } from 'react';
import type { Input } from '../../../core/endpoints.ts';
import { userPath } from '../admin-links.ts';
import { useGetUsageQuery, useListUsersInfiniteQuery } from '../api.ts';
import { useListPlace } from '../list-place.ts';
import { type ListChoice, ListTools } from '../list-tools.tsx';
import { ListView } from '../list-view.tsx';
import { useCanAct } from '../use-role.ts';
import { GrantDialog } from './grant-dialog.tsx';
import { UsageTotals } from './usage-totals.tsx';
import { type Asked, userColumns } from './user-columns.tsx';
import { VerifyDialog } from './verify-dialog.tsx';

const CHOICES: readonly ListChoice<'verified' | 'locked' | 'role'>[] = [
  {
    name: 'verified',
    label: 'Email',
    options: [
      { value: '', label: 'Any email' },
      { value: 'true', label: 'Verified' },
      { value: 'false', label: 'Unverified' },
    ],
  },
  {
    name: 'locked',
    label: 'Lock',
    options: [
      { value: '', label: 'Locked or not' },
      { value: 'true', label: 'Locked' },
      { value: 'false', label: 'Not locked' },
    ],
  },
  {
    name: 'role',
    label: 'Role',
    options: [
      { value: '', label: 'Any role' },
      ...OPERATOR_ROLES.map((value) => ({ value, label: `Role ${value}` })),
    ],
  },
];

const userIdOf = ({ user_id }: AdminUser) => user_id;

const DIALOGS = { grant: GrantDialog, verify: VerifyDialog } as const;

export const UsersTab = () => {
  const place = useListPlace('users', ['verified', 'locked', 'role']);
  const answer = useListUsersInfiniteQuery(place.given as Input<'listUsers'>);
  const usage = useGetUsageQuery();
  const canAct = useCanAct();
  const [asked, setAsked] = useState<Asked | null>(null);
  const columns = useMemo(() => userColumns(canAct ? setAsked : null), [canAct]);
  const Asking = asked && DIALOGS[asked.action];
  return (
    <section aria-label="Users">
      <UsageTotals />
      <ListTools
        filters={place.given}
        onFilter={place.change}
        choices={CHOICES}
        searched="Username, email or user id"
        isRefreshing={answer.isFetching}
        onRefresh={() => {
          void answer.refetch();
          void usage.refetch();
        }}
        exportHref={place.exportHref}
      />
      <ListView
        label="Users"
        words={['user', 'users']}
        answer={answer}
        failure="Failed to load users"
        empty="No users match."
        columns={columns}
        keyOf={userIdOf}
        hrefOf={({ user_id }) => userPath(user_id)}
        order={place.order}
        onOrder={place.onOrder}
      />
      {Asking ? <Asking user={asked.user} onClose={() => setAsked(null)} /> : null}
    </section>
  );
};
