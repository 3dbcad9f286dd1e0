// Who used most tokens this month.
import { Anchor, Table } from '@mantine/core';
import type { AdminUsage } from '@tradeium/contracts';
import { Link } from 'wouter';
import { wholeNumber } from '../../lib/format.ts';
import { ScrollPlace } from '../../ui/tables/scroll-place.tsx';
import { userPath } from './admin-links.ts';
import { DASH, nameOf } from './words.ts';

type TopUsersProps = { title: string; users: AdminUsage['top_users_by_usage'] };

/** Its place is named by `title`. */
export const TopUsers = ({ title, users }: TopUsersProps) => (
  <ScrollPlace label={title} style={{ overflowX: 'auto' }}>
    <Table aria-label={title} miw={460}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Rank</Table.Th>
          <Table.Th>Username</Table.Th>
          <Table.Th>Email</Table.Th>
          <Table.Th ta="right">Tokens Used</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {users.map(({ total_tokens, ...user }, place) => (
          <Table.Tr key={user.user_id}>
            <Table.Td>{place + 1}</Table.Td>
            <Table.Td>
              <Anchor component={Link} href={userPath(user.user_id)} size="sm">
                {nameOf(user)}
              </Anchor>
            </Table.Td>
            <Table.Td>{user.email || DASH}</Table.Td>
            <Table.Td ta="right">{wholeNumber(total_tokens)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ScrollPlace>
);
