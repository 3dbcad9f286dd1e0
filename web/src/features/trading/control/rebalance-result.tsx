// What a rebalance came to: each order as it was sent and as it was filled.

import { Alert, Stack, Table, Text } from '@mantine/core';
import type { TradingRebalance } from '@tradeium/contracts';
import { balanceNumber, counted, fineNumber, money } from '../../../lib/format.ts';
import { CardTable } from '../card-table.tsx';
import classes from '../cards.module.css';
import { actionWords, skipWords } from '../trading-words.ts';
import { byTarget } from './rebalance-plan.ts';

type OrderOf = TradingRebalance['orders'][number];

/** `0.0001 BTC, 0.5 USDT`. */
const feesOf = ({ fees }: OrderOf): string => {
  const paid = Object.entries(fees).filter(([, fee]) => Number(fee) > 0);
  return paid.length === 0
    ? '—'
    : paid.map(([asset, fee]) => `${balanceNumber(Number(fee))} ${asset}`).join(', ');
};

/** Each order as it was ordered and as it was filled. */
export const Orders = ({ orders }: { orders: readonly OrderOf[] }) => (
  <CardTable label="Orders of this rebalance" verticalSpacing={5}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Order</Table.Th>
        <Table.Th ta="right">Ordered</Table.Th>
        <Table.Th ta="right">Filled</Table.Th>
        <Table.Th ta="right">Price</Table.Th>
        <Table.Th ta="right">Fee</Table.Th>
        <Table.Th>Status</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {orders.map((order) => (
        <Table.Tr key={order.client_order_id}>
          <Table.Th scope="row">
            {order.side === 'sell' ? 'Sell' : 'Buy'} {order.coin}
          </Table.Th>
          <Table.Td className={classes.number ?? ''} data-label="Ordered">
            {balanceNumber(Number(order.quantity))}
          </Table.Td>
          <Table.Td className={classes.number ?? ''} data-label="Filled">
            {balanceNumber(Number(order.filled))}
            <Text size="xs" c="dimmed" component="span" display="block">
              {money(Number(order.quote_filled))}
            </Text>
          </Table.Td>
          <Table.Td className={classes.number ?? ''} data-label="Price">
            {fineNumber(order.fill_price)}
          </Table.Td>
          <Table.Td className={classes.number ?? ''} data-label="Fee">
            {feesOf(order)}
          </Table.Td>
          <Table.Td data-place="head">
            {actionWords(order.status)}
            {order.reason ? (
              <Text size="xs" c="dimmed">
                {order.reason}
              </Text>
            ) : null}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </CardTable>
);

export const Skipped = ({ skipped }: Pick<TradingRebalance, 'skipped'>) =>
  skipped.length === 0 ? null : (
    <Text size="xs" c="dimmed">
      Left as they are: {skipped.map(({ coin, reason }) => `${coin} (${skipWords(reason)})`).join(', ')}
    </Text>
  );

const HEADS = { running: 'blue', completed: 'green', failed: 'red' } as const;

const headOf = ({ status, orders, detail }: TradingRebalance): string => {
  if (status === 'running') return 'The rebalance goes on. Its orders appear here as the exchange answers.';
  if (status === 'failed') return detail ?? 'The rebalance failed.';
  if (orders.length === 0) return detail ?? 'Nothing had to be traded.';
  const filled = orders.filter((order) => order.status === 'filled').length;
  return `Completed: ${filled} of ${counted(orders.length, 'order', 'orders')} filled.`;
};

/** Requested and executed are kept apart. */
export const RebalanceResult = ({ result }: { result: TradingRebalance }) => (
  <Stack gap="sm">
    <Alert
      color={result.detail !== null && result.status === 'completed' ? 'gray' : HEADS[result.status]}
      role="status"
    >
      {headOf(result)}
    </Alert>
    {result.orders.length > 0 ? <Orders orders={byTarget(result.orders, result.positions)} /> : null}
    <Skipped skipped={result.skipped} />
  </Stack>
);
