// The page of one user: who it is, what was paid and spent, what happened, and what an operator can do about it.
import { Alert, Anchor, Skeleton, Stack } from '@mantine/core';
import { IconUserOff, IconUserX } from '@tabler/icons-react';
import type { AdminLedgerLine, AdminUserPage } from '@tradeium/contracts';
import { useState } from 'react';
import { Link } from 'wouter';
import { isFailure, messageOf } from '../../../lib/failure.ts';
import { dateTime } from '../../../lib/format.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { EmptyPlace } from '../../../ui/loading/empty-place.tsx';
import { FailureAlert } from '../../../ui/loading/failure-alert.tsx';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { auditPath } from '../admin-links.ts';
import { tabAddress } from '../place.ts';
import { useCanAct } from '../use-role.ts';
import { BalanceCard } from './balance-card.tsx';
import { UserActions } from './user-actions.tsx';
import { useGetUserQuery } from './user-api.ts';
import { UserHead } from './user-head.tsx';
import { UserSections } from './user-sections.tsx';

const Erased = ({ at }: { at: string }) => (
  <Alert color="red" icon={<IconUserX size={18} aria-hidden />} role="status">
    This account was erased on {dateTime(at)}. Names, addresses and texts can no longer be read; its entries
    stay without a name, and it counts no more among the sign-ups.
  </Alert>
);

const Loaded = ({ page }: { page: AdminUserPage }) => {
  const { user } = page;
  const isOpen = useCanAct() && user.erased_at === null;
  const [reversed, setReversed] = useState<AdminLedgerLine | null>(null);
  usePageTitle(user.username === '' ? 'User' : user.username);
  return (
    <Stack gap="md">
      {user.erased_at === null ? null : <Erased at={user.erased_at} />}
      <UserHead
        user={user}
        actions={
          isOpen ? (
            <UserActions page={page} reversed={reversed} onReversalClosed={() => setReversed(null)} />
          ) : null
        }
      />
      <BalanceCard balance={page.balance} />
      <UserSections page={page} onReverse={isOpen ? setReversed : undefined} />
      <Anchor component={Link} href={auditPath(user.user_id)} size="sm">
        What operators did to this account
      </Anchor>
    </Stack>
  );
};

const isUnknown = (error: unknown): boolean => isFailure(error) && error.code === 'USER_NOT_FOUND';

const Loading = () => (
  <Stack gap="md" role="status" aria-label="Loading the user">
    <Skeleton h={64} />
    <Skeleton h={120} />
    <Skeleton h={240} />
  </Stack>
);

export const UserPage = ({ id }: { id: string }) => {
  const { data, error, refetch } = useGetUserQuery({ id });
  if (isUnknown(error))
    return (
      <EmptyPlace icon={IconUserOff} title="No such user" text="Nobody has this id.">
        <Anchor component={Link} href={tabAddress('users')}>
          All users
        </Anchor>
      </EmptyPlace>
    );
  const failed = error ? `Failed to load the user: ${messageOf(error)}` : null;
  if (!data) return failed === null ? <Loading /> : <LoadFailure text={failed} onRetry={refetch} />;
  return (
    <Stack gap="md">
      {failed === null ? null : <FailureAlert>{failed}</FailureAlert>}
      <Loaded page={data} />
    </Stack>
  );
};
