// A user's payments: what was paid, what was credited, and what is held or refunded.
import { Text } from '@mantine/core';
import type { AdminPayment } from '@tradeium/contracts';
import { credits, dateTime, dollars } from '../../../lib/format.ts';
import { useListPaymentsInfiniteQuery } from '../api.ts';
import { PagedRows } from '../paged-rows.tsx';
import { type RowColumn, RowTable } from '../row-table.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { FoundOnly, type FoundProps, filterOf } from './found-only.tsx';

const Status = ({ status, held, refunded_at, amount_paid, amount_due, pay_currency }: AdminPayment) => (
  <>
    <StatusBadge status={status} />
    {status !== 'partially_paid' || amount_paid === null ? null : (
      <Text size="sm" mt={4}>
        {amount_paid} of {amount_due ?? '?'} {pay_currency?.toUpperCase()} arrived
      </Text>
    )}
    {held === null ? null : (
      <Text size="sm" mt={4} data-loss>
        Held: {held}
      </Text>
    )}
    {refunded_at === null ? null : (
      <Text size="xs" c="dimmed" mt={4}>
        Refunded {dateTime(refunded_at)}
      </Text>
    )}
  </>
);

const COLUMNS: readonly RowColumn<AdminPayment>[] = [
  { name: 'Ordered', cell: ({ created_at }) => dateTime(created_at) },
  {
    name: 'Payment',
    cell: ({ id }) => (
      <Text size="xs" ff="monospace">
        {id}
      </Text>
    ),
  },
  { name: 'Amount', isNumber: true, cell: ({ amount_usd }) => dollars(amount_usd) },
  {
    name: 'VUT',
    isNumber: true,
    cell: ({ credits_issued }) => (credits_issued === null ? '—' : credits(credits_issued)),
  },
  { name: 'Currency', cell: ({ pay_currency }) => pay_currency?.toUpperCase() ?? 'N/A' },
  { name: 'Status', cell: (payment) => <Status {...payment} /> },
  { name: 'Confirmed', cell: ({ confirmed_at }) => (confirmed_at === null ? 'N/A' : dateTime(confirmed_at)) },
];

export const Payments = (props: FoundProps) => (
  <>
    <FoundOnly {...props} section="payments" />
    <PagedRows
      what="payments"
      pages={useListPaymentsInfiniteQuery(filterOf(props))}
      empty="Nothing was paid or ordered."
    >
      {(payments) => <RowTable label="Payments" columns={COLUMNS} rows={payments} keyOf={({ id }) => id} />}
    </PagedRows>
  </>
);
