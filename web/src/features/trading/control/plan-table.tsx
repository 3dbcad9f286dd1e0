// The plan of a rebalance as a table: shares now, the target and after it, and each order or why there is none.

import { Table, Text } from '@mantine/core';
import type { PreviewRow, RebalancePreview } from '@tradeium/contracts';
import { balanceNumber, money, percent } from '../../../lib/format.ts';
import { CardTable, type Column, NumberCell } from '../card-table.tsx';
import { leftWords } from '../trading-words.ts';
import { planRows } from './rebalance-plan.ts';

const PLAN_COLUMNS: readonly Column[] = [
  { name: 'Coin' },
  { name: 'Now', isNumber: true },
  { name: 'Target', isNumber: true },
  { name: 'After', isNumber: true },
  { name: 'Order' },
];

/** Says if an order is sent, and its own reason if not or not whole. */
const stateWords = ({ state, reason, wanted_usdt: wanted, ordered_usdt: ordered }: PreviewRow): string => {
  const why = reason === null ? '' : `: ${leftWords(reason, state === 'cut')}`;
  if (state === 'cut') return `Cut from ${money(wanted)} to ${money(ordered)}${why}`;
  return state === 'sent' ? money(ordered) : `Not sent${why}`;
};

/** `count`: in how many orders. */
const Order = ({ count, ...row }: PreviewRow & { count: number }) => {
  const { side, state, quantity, wanted_usdt: wanted } = row;
  if (state === null || side === null) return '—';
  return (
    <>
      {side === 'sell' ? 'Sell' : 'Buy'}{' '}
      {state === 'not-sent' ? money(wanted) : balanceNumber(Number(quantity))}
      <Text size="xs" c="dimmed" component="span" display="block">
        {stateWords(row)}
        {count > 1 ? `, in ${count} orders` : ''}
      </Text>
    </>
  );
};

/** One line for each coin, USDT among them. */
export const PlanTable = ({ plan }: { plan: Pick<RebalancePreview, 'rows' | 'orders'> }) => (
  <CardTable label="What this rebalance does" columns={PLAN_COLUMNS} verticalSpacing={5}>
    {planRows(plan).map((row) => (
      <Table.Tr key={row.coin}>
        <Table.Th scope="row">{row.coin}</Table.Th>
        <NumberCell column="Now">{percent(row.now)}</NumberCell>
        <NumberCell column="Target">{percent(row.target)}</NumberCell>
        <NumberCell column="After">{percent(row.after)}</NumberCell>
        <Table.Td data-place="head">
          <Order {...row} count={plan.orders.filter(({ coin }) => coin === row.coin).length} />
        </Table.Td>
      </Table.Tr>
    ))}
  </CardTable>
);
