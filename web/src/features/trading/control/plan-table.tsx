// The plan of a rebalance as a table: shares now, the target and after it, and each order or why there is none.

import { Table, Text } from '@mantine/core';
import type { RebalancePreview } from '@tradeium/contracts';
import { balanceNumber, money, percent } from '../../../lib/format.ts';
import { CardTable, type Column, NumberCell } from '../card-table.tsx';
import { skipWords } from '../trading-words.ts';
import { type PlanRow, planRows } from './rebalance-plan.ts';

const PLAN_COLUMNS: readonly Column[] = [
  { name: 'Coin' },
  { name: 'Now', isNumber: true },
  { name: 'Target', isNumber: true },
  { name: 'After', isNumber: true },
  { name: 'Order' },
];

const Order = ({ order, skipped }: PlanRow) => {
  if (order)
    return (
      <>
        {order.side === 'sell' ? 'Sell' : 'Buy'} {balanceNumber(Number(order.quantity))}
        <Text size="xs" c="dimmed" component="span" display="block">
          {money(Number(order.notional))}
        </Text>
      </>
    );
  return skipped ? (
    <Text size="xs" c="dimmed">
      Not {skipped.side === 'sell' ? 'sold' : 'bought'}: {skipWords(skipped.reason)}
    </Text>
  ) : (
    '—'
  );
};

/** One line for each coin. */
export const PlanTable = ({ plan }: { plan: RebalancePreview }) => (
  <CardTable label="What this rebalance does" columns={PLAN_COLUMNS} verticalSpacing={5}>
    {planRows(plan).map((row) => (
      <Table.Tr key={row.coin}>
        <Table.Th scope="row">{row.coin}</Table.Th>
        <NumberCell column="Now">{percent(row.before)}</NumberCell>
        <NumberCell column="Target">{percent(row.target)}</NumberCell>
        <NumberCell column="After">{percent(row.after)}</NumberCell>
        <Table.Td data-place="head">
          <Order {...row} />
        </Table.Td>
      </Table.Tr>
    ))}
  </CardTable>
);
