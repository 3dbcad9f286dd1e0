// The newest payments of all accounts.
import { Anchor, Group, Table } from '@mantine/core';
import type { AdminPayment } from '@tradeium/contracts';
import { Link } from 'wouter';
import { credits, dateTime, dollars } from '../../../lib/format.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { ScrollPlace } from '../../../ui/tables/scroll-place.tsx';
import { userPath } from '../admin-links.ts';
import { StatusBadge } from '../status-badge.tsx';
import { DASH, nameOf } from '../words.ts';

const TITLE = 'Recent Payments';

export const RecentPayments = ({ payments }: { payments: readonly AdminPayment[] }) => (
  <PageSection id="recent-payments" title={TITLE}>
    <ScrollPlace label={TITLE} style={{ overflowX: 'auto' }}>
      <Table aria-label={TITLE} miw={520}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Date</Table.Th>
            <Table.Th>User</Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
            <Table.Th ta="right">Credits</Table.Th>
            <Table.Th>Status</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {payments.map(({ id, created_at, amount_usd, credits_issued, status, refunded_at, ...user }) => (
            <Table.Tr key={id}>
              <Table.Td>{dateTime(created_at)}</Table.Td>
              <Table.Td>
                <Anchor component={Link} href={userPath(user.user_id)} size="sm">
                  {nameOf(user)}
                </Anchor>
              </Table.Td>
              <Table.Td ta="right">{dollars(amount_usd)}</Table.Td>
              <Table.Td ta="right">{credits_issued === null ? DASH : credits(credits_issued)}</Table.Td>
              <Table.Td>
                <Group gap={4}>
                  <StatusBadge status={status} />
                  {refunded_at !== null && status !== 'refunded' ? <StatusBadge status="refunded" /> : null}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollPlace>
  </PageSection>
);
