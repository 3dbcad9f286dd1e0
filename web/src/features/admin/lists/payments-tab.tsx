// The payments of all accounts.
import { Badge } from '@mantine/core';
import { type AdminPayment, PAYMENT_STATUSES } from '@tradeium/contracts';
import type { Input } from '../../../core/endpoints.ts';
import { alignedNumber, credits, dateTime } from '../../../lib/format.ts';
import { userPath } from '../admin-links.ts';
import { useListPaymentsInfiniteQuery } from '../api.ts';
import { useListPlace } from '../list-place.ts';
import { type ListChoice, ListTools } from '../list-tools.tsx';
import { ListView } from '../list-view.tsx';
import type { OperatorColumn } from '../operator-table.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { DASH } from '../words.ts';

const COLUMNS: readonly OperatorColumn<AdminPayment>[] = [
  {
    name: 'Date',
    widthPx: 160,
    sort: 'created_at',
    isLink: true,
    cell: ({ created_at }) => dateTime(created_at),
  },
  { name: 'User', widthPx: 150, cell: ({ username }) => username || DASH },
  { name: 'Email', widthPx: 210, cell: ({ email }) => email || DASH },
  {
    name: 'Amount (USD)',
    widthPx: 120,
    isNumber: true,
    sort: 'amount_usd',
    cell: ({ amount_usd }) => `$${alignedNumber(amount_usd, 2)}`,
  },
  {
    name: 'Credits',
    widthPx: 110,
    isNumber: true,
    cell: ({ credits_issued }) => (credits_issued === null ? DASH : credits(credits_issued)),
  },
  { name: 'Currency', widthPx: 90, cell: ({ pay_currency }) => pay_currency?.toUpperCase() || 'N/A' },
  {
    name: 'Status',
    widthPx: 200,
    cell: ({ status, refunded_at, held }) => (
      <>
        <StatusBadge status={status} />{' '}
        {refunded_at !== null && status !== 'refunded' ? <StatusBadge status="refunded" /> : null}
        {held === null ? null : (
          <Badge variant="light" color="yellow" tt="none" title={held}>
            held
          </Badge>
        )}
      </>
    ),
  },
  {
    name: 'Confirmed',
    widthPx: 160,
    sort: 'confirmed_at',
    cell: ({ confirmed_at }) => (confirmed_at === null ? 'N/A' : dateTime(confirmed_at)),
  },
];

const CHOICES: readonly ListChoice<'status_filter'>[] = [
  {
    name: 'status_filter',
    label: 'Status',
    options: [
      { value: '', label: 'Any status' },
      ...PAYMENT_STATUSES.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
    ],
  },
];

const paymentIdOf = ({ id }: AdminPayment) => id;

export const PaymentsTab = () => {
  const place = useListPlace('payments', ['status_filter']);
  const answer = useListPaymentsInfiniteQuery(place.given as Input<'listPayments'>);
  return (
    <section aria-label="Payments">
      <ListTools
        filters={place.given}
        onFilter={place.change}
        choices={CHOICES}
        searched="Username, email or payment id"
        isRefreshing={answer.isFetching}
        onRefresh={() => void answer.refetch()}
        exportHref={place.exportHref}
      />
      <ListView
        label="Payments"
        words={['payment', 'payments']}
        answer={answer}
        failure="Failed to load payments"
        empty="No payments match."
        columns={COLUMNS}
        keyOf={paymentIdOf}
        hrefOf={({ user_id, id }) => userPath(user_id, 'payments', id)}
        order={place.order}
        onOrder={place.onOrder}
      />
    </section>
  );
};
