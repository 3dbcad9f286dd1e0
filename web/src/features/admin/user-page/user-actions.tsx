// The actions on an account for an operator with the role admin: each opens a dialog that says what will happen.
import { Button, Group, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { AdminLedgerLine, AdminUserPage } from '@tradeium/contracts';
import { useState } from 'react';
import { GrantDialog } from '../lists/grant-dialog.tsx';
import { VerifyDialog } from '../lists/verify-dialog.tsx';
import { actionsFor, type UserAction } from './action-words.ts';
import { ChangeRole } from './change-role.tsx';
import { ResendMail } from './resend-mail.tsx';
import { ReverseGrant } from './reverse-grant.tsx';
import { SimpleActionDialog } from './simple-action.tsx';

type OpenActionProps = { action: UserAction; user: AdminUserPage['user']; onClose: () => void };

const OpenAction = ({ action, ...dialog }: OpenActionProps) => {
  switch (action) {
    case 'grant':
      return <GrantDialog {...dialog} />;
    case 'verify':
      return <VerifyDialog {...dialog} />;
    case 'resend-mail':
      return <ResendMail {...dialog} />;
    case 'change-role':
      return <ChangeRole {...dialog} />;
    default:
      return <SimpleActionDialog {...dialog} action={action} />;
  }
};

type UserActionsProps = {
  page: AdminUserPage;
  /** The ledger's line of the grant that is to be taken back. */
  reversed: AdminLedgerLine | null;
  onReversalClosed: () => void;
};

export const UserActions = ({ page, reversed, onReversalClosed }: UserActionsProps) => {
  const [action, setAction] = useState<UserAction | null>(null);
  const { user } = page;
  return (
    <>
      <Group gap="xs">
        <Button size="sm" onClick={() => setAction('grant')}>
          Grant Credits
        </Button>
        <Menu>
          <Menu.Target>
            <Button size="sm" variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
              Actions
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {actionsFor(page).map(({ id, name, isDanger }) => (
              <Menu.Item
                key={id}
                {...(isDanger && { c: 'var(--mantine-color-error)' })}
                onClick={() => setAction(id)}
              >
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {action === null ? null : <OpenAction action={action} user={user} onClose={() => setAction(null)} />}
      {reversed === null ? null : (
        <ReverseGrant key={reversed.id} user={user} line={reversed} onClose={onReversalClosed} />
      )}
    </>
  );
};
