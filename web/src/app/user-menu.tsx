// The user's menu: who is signed in, what credits are left, and the ways to profile, credits and out.
import { Avatar, Badge, Group, Menu, Progress, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCoins, IconLayoutBoard, IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCredits } from '../features/credits/use-credits.ts';
import { messageOf } from '../lib/failure.ts';
import { wholeNumber } from '../lib/format.ts';
import { useBasicMode } from '../lib/use-basic-mode.ts';
import { showToast } from '../ui/toast.ts';
import { logout, useGetMeQuery } from './session.ts';
import { useAppDispatch } from './store.ts';
import classes from './user-menu.module.css';

/** Menu of the signed-in user; nothing for a visitor. */
export const UserMenu = () => {
  const dispatch = useAppDispatch();
  const { data: user } = useGetMeQuery();
  const { subscription, usedPercent, color, refresh } = useCredits();
  const [basic, setBasic] = useBasicMode();
  if (!user) return null;
  const name = user.username || user.email;
  // Rounded down: nobody is shown credits that he does not have.
  const credits = `${wholeNumber(Math.floor(subscription.vut_remaining))} VUT`;
  const leave = () => dispatch(logout()).catch((thrown: unknown) => showToast('error', messageOf(thrown)));
  return (
    <Menu onOpen={refresh} width={250}>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <VisuallyHidden>User menu of {name}, </VisuallyHidden>
          <span className={classes.credits}>{credits}</span>
          <Avatar size={28} radius="xl" color="brand" variant="filled" aria-hidden>
            {name.slice(0, 1).toUpperCase()}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" fw={600} truncate>
              {name}
            </Text>
            <Badge variant="light" size="sm" tt="capitalize" flex="none">
              {subscription.tier}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed" truncate>
            {user.email}
          </Text>
          <Text size="xs" mt={8} mb={4}>
            {credits} left, {usedPercent.toFixed(0)}% of this month's limit used
          </Text>
          <div aria-hidden>
            <Progress size="sm" value={usedPercent} color={color} />
          </div>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/app/profile" leftSection={<IconUser size={16} />}>
          Profile
        </Menu.Item>
        <Menu.Item component={Link} to="/app/credits" leftSection={<IconCoins size={16} />}>
          Credits
        </Menu.Item>
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
