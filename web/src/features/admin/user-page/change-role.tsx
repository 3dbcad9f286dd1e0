// Gives a user a role in place of any other, or takes it.
import { Radio, Stack, Text } from '@mantine/core';
import type { AdminUserPage } from '@tradeium/contracts';
import { useState } from 'react';
import { ConfirmedAction } from '../confirmed-action.tsx';
import { announced, type DialogProps } from './dialog-props.ts';
import { useChangeUserRoleMutation } from './user-api.ts';

type Role = NonNullable<AdminUserPage['user']['role']> | 'none';

const ROLES: readonly { value: Role; label: string; description: string }[] = [
  { value: 'none', label: 'None', description: 'A user like any other.' },
  { value: 'support', label: 'Support', description: 'Sees everything, changes nothing.' },
  { value: 'admin', label: 'Admin', description: 'Sees and changes everything, roles too.' },
];

export const ChangeRole = ({ user, onClose }: DialogProps) => {
  const before: Role = user.role ?? 'none';
  const [role, setRole] = useState(before);
  const [change] = useChangeUserRoleMutation();
  return (
    <ConfirmedAction
      title="Change the role"
      action="Change role"
      busy="Changing..."
      isFilled={role !== before}
      send={({ reason = '', ...given }) =>
        announced(change({ id: user.user_id, role: role === 'none' ? null : role, reason, ...given }))
      }
      onDone={onClose}
      onClose={onClose}
    >
      <Text size="sm">
        What <bdi>{user.username}</bdi> may do changes with the next request, in all open tabs.
      </Text>
      <Radio.Group label="Role" value={role} onChange={(value) => setRole(value as Role)}>
        <Stack gap="xs" mt={6}>
          {ROLES.map((each) => (
            <Radio key={each.value} {...each} />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmedAction>
  );
};
