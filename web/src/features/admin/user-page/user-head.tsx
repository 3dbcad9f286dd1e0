// Who a user is: name, address and id, and everything about the account that is unusual.
import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import type { AdminUserPage } from '@tradeium/contracts';
import type { ReactNode } from 'react';
import { dateTime, kilobytes, shortDate } from '../../../lib/format.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import classes from './user-page.module.css';

type User = AdminUserPage['user'];

const Mark = ({ color, children }: { color: string; children: ReactNode }) => (
  <Badge variant="light" color={color} tt="none">
    {children}
  </Badge>
);

const Badges = ({ user }: { user: User }) => (
  <Group gap={6}>
    {user.erased_at === null ? (
      <Mark color={user.email_verified ? 'green' : 'yellow'}>
        {user.email_verified ? 'Verified' : 'Unverified'}
      </Mark>
    ) : (
      <Mark color="red">Erased</Mark>
    )}
    {user.locked ? <Mark color="red">Locked</Mark> : null}
    {user.role === null ? null : <Mark color="brand">{user.role === 'admin' ? 'Admin' : 'Support'}</Mark>}
    {user.erased_at === null ? (
      <Mark color="gray">{user.second_factor ? 'Second factor on' : 'No second factor'}</Mark>
    ) : null}
  </Group>
);

type UserHeadProps = { user: User; actions: ReactNode };

export const UserHead = ({ user, actions }: UserHeadProps) => (
  <Group justify="space-between" align="flex-start" gap="md">
    <Stack gap={6} className={classes.who ?? ''}>
      <Group gap="sm">
        <Title order={2} size="h3">
          <bdi>{user.erased_at === null ? user.username : 'Erased account'}</bdi>
        </Title>
        <Badges user={user} />
      </Group>
      {user.email === '' ? null : (
        <Text size="sm">
          <bdi>{user.email}</bdi>
        </Text>
      )}
      <Group gap={4} wrap="nowrap">
        <Text size="xs" c="dimmed" ff="monospace" className={classes.id ?? ''}>
          {user.user_id}
        </Text>
        <CopyButton text={user.user_id} what="the user id" />
      </Group>
      <Text size="xs" c="dimmed">
        Joined {shortDate(user.created_at)} ·{' '}
        {user.last_seen_at === null ? 'never seen' : `last seen ${dateTime(user.last_seen_at)}`} ·{' '}
        {kilobytes(user.storage_bytes)} stored
      </Text>
    </Stack>
    {actions}
  </Group>
);
