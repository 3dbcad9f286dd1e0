// The columns of the list of users.
import { Badge, Button, Group } from '@mantine/core';
import type { AdminUser } from '@tradeium/contracts';
import { credits, shortDate, wholeNumber } from '../../../lib/format.ts';
import type { OperatorColumn } from '../operator-table.tsx';
import { DASH, nameOf } from '../words.ts';

/** An operator's wish for a user. */
export type Asked = { readonly action: 'grant' | 'verify'; readonly user: AdminUser };

const READ: readonly OperatorColumn<AdminUser>[] = [
  { name: 'ID', widthPx: 75, cell: ({ id }) => <span title={id}>{id}</span> },
  {
    name: 'Username',
    widthPx: 130,
    sort: 'username',
    isLink: true,
    cell: nameOf,
  },
  { name: 'Email', widthPx: 157, sort: 'email', cell: ({ email }) => email || DASH },
  {
    name: 'VUT Credits',
    widthPx: 110,
    isNumber: true,
    sort: 'vut_credits',
    cell: ({ vut_credits }) => credits(vut_credits),
  },
  {
    name: 'Used Today',
    widthPx: 88,
    isNumber: true,
    cell: ({ tokens_used_today: used }) => wholeNumber(used),
  },
  {
    name: 'Used This Week',
    widthPx: 115,
    isNumber: true,
    cell: ({ tokens_used_week: used }) => wholeNumber(used),
  },
  {
    name: 'Used This Month',
    widthPx: 120,
    isNumber: true,
    cell: ({ tokens_used_month: used }) => wholeNumber(used),
  },
  {
    name: 'Used Total',
    widthPx: 100,
    isNumber: true,
    sort: 'tokens_used_total',
    cell: ({ tokens_used_total: used }) => wholeNumber(used),
  },
  {
    name: 'Email Verified',
    widthPx: 165,
    cell: ({ email_verified, locked, role }) => (
      <Group gap={4} wrap="nowrap">
        <Badge variant="light" tt="none" color={email_verified ? 'green' : 'yellow'}>
          {email_verified ? 'Verified' : 'Unverified'}
        </Badge>
        {locked ? (
          <Badge variant="light" tt="none" color="red">
            Locked
          </Badge>
        ) : null}
        {role === null ? null : (
          <Badge variant="light" tt="none" color="brand">
            {role}
          </Badge>
        )}
      </Group>
    ),
  },
  { name: 'Joined', widthPx: 110, sort: 'created_at', cell: ({ created_at }) => shortDate(created_at) },
];

const actionsOf = (onAsk: (asked: Asked) => void): OperatorColumn<AdminUser> => ({
  name: 'Actions',
  widthPx: 228,
  cell: (user) => {
    const name = nameOf(user);
    return (
      <Group gap={6} wrap="nowrap">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Grant Credits to ${name}`}
          onClick={() => onAsk({ action: 'grant', user })}
        >
          Grant Credits
        </Button>
        {user.email_verified ? null : (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Verify Email of ${name}`}
            onClick={() => onAsk({ action: 'verify', user })}
          >
            Verify Email
          </Button>
        )}
      </Group>
    );
  },
});

/** Without actions for those who only read. */
export const userColumns = (onAsk: ((asked: Asked) => void) | null): readonly OperatorColumn<AdminUser>[] =>
  onAsk ? [...READ, actionsOf(onAsk)] : READ;
