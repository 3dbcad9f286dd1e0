// A user's orders that went out: what was sent, the outcome, and why.
import { Badge, Text } from '@mantine/core';
import type { AdminOrder } from '@tradeium/contracts';
import { alignedNumber, averagePrice, dateTime, figuresWritten } from '../../../lib/format.ts';
import { PagedRows } from '../paged-rows.tsx';
import { type RowColumn, RowTable } from '../row-table.tsx';
import { FoundOnly, type FoundProps, filterOf } from './found-only.tsx';
import { useListAllOrdersInfiniteQuery } from './user-api.ts';

const STATES = {
  sent: { color: 'brand', word: 'Sent' },
  filled: { color: 'green', word: 'Filled' },
  'partly-filled': { color: 'yellow', word: 'Partly filled' },
  rejected: { color: 'red', word: 'Rejected' },
  unknown: { color: 'yellow', word: 'Outcome unknown' },
} as const;

const KINDS = { scheduled: 'Scheduled', manual: 'By hand', sell: 'Sell to USDT' } as const;
const MODES = { paper: 'Paper', live: 'Live' } as const;

const Outcome = ({ status, reason, exchange_order_id }: AdminOrder) => (
  <>
    <Badge variant="light" color={STATES[status].color} tt="none">
      {STATES[status].word}
    </Badge>
    {reason === null ? null : (
      <Text size="sm" mt={4} data-loss={status === 'rejected' || undefined}>
        {reason}
      </Text>
    )}
    {exchange_order_id === null ? null : (
      <Text size="xs" c="dimmed">
        At the exchange: {exchange_order_id}
      </Text>
    )}
  </>
);

/** Cents are enough to read; the export has every digit. */
const usdtWritten = (amount: string): string => `${alignedNumber(Number(amount), 2)} USDT`;

const Filled = ({ filled, quote_filled }: AdminOrder) => {
  if (filled === null || Number(filled) === 0) return '—';
  return (
    <>
      {figuresWritten(filled)}
      {quote_filled === null ? null : (
        <Text size="xs" c="dimmed">
          {usdtWritten(quote_filled)} at {averagePrice(Number(quote_filled) / Number(filled))}
        </Text>
      )}
    </>
  );
};

const COLUMNS: readonly RowColumn<AdminOrder>[] = [
  { name: 'Time', cell: ({ at }) => dateTime(at) },
  {
    name: 'Order',
    cell: ({ side, coin, kind, mode }) => (
      <>
        {side === 'buy' ? 'Buy' : 'Sell'} {coin}
        <Text size="xs" c="dimmed">
          {MODES[mode]}
          {kind === null ? '' : `, ${KINDS[kind]}`}
        </Text>
      </>
    ),
  },
  { name: 'Quantity', isNumber: true, cell: ({ quantity }) => figuresWritten(quantity) },
  { name: 'Limit price', isNumber: true, cell: ({ limit_price }) => figuresWritten(limit_price) },
  {
    name: 'Planned',
    isNumber: true,
    cell: ({ notional_usdt }) => usdtWritten(notional_usdt),
  },
  { name: 'Filled', isNumber: true, cell: Filled },
  { name: 'Outcome', cell: (order) => <Outcome {...order} /> },
];

export const Orders = (props: FoundProps) => (
  <>
    <FoundOnly {...props} section="orders" />
    <PagedRows
      what="orders"
      pages={useListAllOrdersInfiniteQuery(filterOf(props))}
      empty="No orders went out."
    >
      {(orders) => <RowTable label="Orders" columns={COLUMNS} rows={orders} keyOf={({ id }) => id} />}
    </PagedRows>
  </>
);
