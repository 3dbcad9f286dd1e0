// The user's menu: name, remaining credits, and links to profile, credits and logout.
import { Badge, Group, Menu, Progress, Text } from '@mantine/core';
import { IconCoins, IconLayoutBoard, IconLayoutDashboard, IconLogout, IconUser } from '@tabler/icons-react';
import type { User } from '@tradeium/contracts';
import { Link } from 'wouter';
import { useIsOperator } from '../features/admin/use-role.ts';
import { topUpWords, usedWords } from '../features/credits/usage.ts';
import { useCredits } from '../features/credits/use-credits.ts';
import { useBasicMode } from '../lib/use-basic-mode.ts';
import { useLogout } from './use-logout.ts';
import classes from './user-menu.module.css';

type UserMenuListProps = { user: User; credits: string; onClose: () => void };

const Who = ({ user, credits }: Pick<UserMenuListProps, 'user' | 'credits'>) => {
  const { subscription, usedPercent, color } = useCredits();
  return (
    <div className={classes.who}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" fw="var(--weight-strong)" truncate>
          {user.username || user.email}
        </Text>
        <Badge variant="light" size="sm" tt="capitalize" flex="none">
          {subscription.tier} tier
        </Badge>
      </Group>
      <Text size="xs" c="dimmed" truncate>
        {user.email}
      </Text>
      <Text size="xs" mt={8} mb={4}>
        {credits} left. {topUpWords(subscription)}.
      </Text>
      <div aria-hidden>
        <Progress size="sm" value={usedPercent} color={color} />
      </div>
      <Text size="xs" c="dimmed" mt={4}>
        {usedWords(subscription)}
      </Text>
    </div>
  );
};

/** Opened from the moment that it is there; its target lies over the button that loaded it. */
export const UserMenuList = ({ user, credits, onClose }: UserMenuListProps) => {
  const leave = useLogout();
  const [basic, setBasic] = useBasicMode();
  const isOperator = useIsOperator();
  return (
    <Menu opened onClose={onClose} returnFocus={false} width={250} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button type="button" tabIndex={-1} aria-label="Close the user menu" className={classes.cover} />
      </Menu.Target>
      <Menu.Dropdown>
        <Who user={user} credits={credits} />
        <Menu.Divider />
        <Menu.Item component={Link} href="/app/profile" leftSection={<IconUser size={16} />}>
          Profile
        </Menu.Item>
        <Menu.Item component={Link} href="/app/credits" leftSection={<IconCoins size={16} />}>
          Credits
        </Menu.Item>
        {isOperator ? (
          <Menu.Item component={Link} href="/admin" leftSection={<IconLayoutDashboard size={16} />}>
            Admin
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconLayoutBoard size={16} />} onClick={() => setBasic(!basic)}>
          {basic ? 'Switch to Pro' : 'Switch to Basic'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={leave}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
