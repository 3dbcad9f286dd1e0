// The plan of a rebalance as a table: shares now, the target and after it, and each order or why there is none.

import { Table, Text } from '@mantine/core';
import type { RebalancePreview } from '@tradeium/contracts';
import { balanceNumber, money, percent } from '../../../lib/format.ts';
import { CardTable } from '../card-table.tsx';
import classes from '../cards.module.css';
import { skipWords } from '../trading-words.ts';
import { type PlanRow, planRows } from './rebalance-plan.ts';

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
  <CardTable label="What this rebalance does" verticalSpacing={5}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Coin</Table.Th>
        <Table.Th ta="right">Now</Table.Th>
        <Table.Th ta="right">Target</Table.Th>
        <Table.Th ta="right">After</Table.Th>
        <Table.Th>Order</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {planRows(plan).map((row) => (
        <Table.Tr key={row.coin}>
          <Table.Th scope="row">{row.coin}</Table.Th>
          <Table.Td className={classes.number ?? ''} data-label="Now">
            {percent(row.before)}
          </Table.Td>
          <Table.Td className={classes.number ?? ''} data-label="Target">
            {percent(row.target)}
          </Table.Td>
          <Table.Td className={classes.number ?? ''} data-label="After">
            {percent(row.after)}
          </Table.Td>
          <Table.Td data-place="head">
            <Order {...row} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </CardTable>
);
