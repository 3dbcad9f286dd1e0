// The outcome of a rebalance: each order as sent and as filled, and the total cost.
import { Alert, Stack, Table, Text } from '@mantine/core';
import type { TradingRebalance } from '@tradeium/contracts';
import { balanceNumber, counted, fineNumber, money } from '../../../lib/format.ts';
import { CardTable, type Column, NumberCell } from '../card-table.tsx';
import { actionWords, leftWords, skipWords } from '../trading-words.ts';
import { inPlanOrder, paidCost } from './rebalance-plan.ts';

const ORDER_COLUMNS: readonly Column[] = [
  { name: 'Order' },
  { name: 'Ordered', isNumber: true },
  { name: 'Filled', isNumber: true },
  { name: 'Price', isNumber: true },
  { name: 'Fee', isNumber: true },
  { name: 'Status' },
];

type OrderOf = TradingRebalance['orders'][number];

/** `0.0001 BTC, 0.5 USDT`. */
const feesOf = ({ fees }: OrderOf): string => {
  const paid = Object.entries(fees).filter(([, fee]) => Number(fee) > 0);
  return paid.length === 0
    ? '—'
    : paid.map(([asset, fee]) => `${fineNumber(Number(fee))} ${asset}`).join(', ');
};

type UnsentProps = { order: NonNullable<TradingRebalance['unsent']>[number]; hasFailed: boolean };

const Unsent = ({ order: { coin, side, quantity }, hasFailed }: UnsentProps) => (
  <Table.Tr>
    <Table.Th scope="row">
      {side === 'sell' ? 'Sell' : 'Buy'} {coin}
    </Table.Th>
    <NumberCell column="Ordered">{balanceNumber(Number(quantity))}</NumberCell>
    <NumberCell column="Filled">—</NumberCell>
    <NumberCell column="Price">—</NumberCell>
    <NumberCell column="Fee">—</NumberCell>
    <Table.Td data-place="head">
      Not sent
      {hasFailed ? (
        <Text size="xs" c="dimmed">
          The rebalance ended first
        </Text>
      ) : null}
    </Table.Td>
  </Table.Tr>
);

type SkippedOnes = TradingRebalance['skipped'];

/** The cuts of an order, step by step; the last step is its reason. */
const cutOff = ({ coin, side }: Pick<OrderOf, 'coin' | 'side'>, skipped: SkippedOnes) =>
  skipped.filter((left) => left.coin === coin && left.side === side);

const Cut = ({ order, skipped }: { order: OrderOf; skipped: SkippedOnes }) => {
  const cuts = cutOff(order, skipped);
  const last = cuts.at(-1);
  if (!last) return null;
  const ordered = Number(order.notional);
  const wanted = cuts.reduce((sum, { notional }) => sum + Number(notional), ordered);
  return (
    <Text size="xs" c="dimmed">
      Cut from {money(wanted)} to {money(ordered)}: {leftWords(last.reason, true)}
    </Text>
  );
};

type OrdersProps = {
  orders: readonly OrderOf[];
  skipped?: SkippedOnes;
  unsent?: TradingRebalance['unsent'];
  /** Why the rebalance failed. */
  detail: string | null;
};

/** Each order as it was ordered and as it was filled, and those that never left. */
export const Orders = ({ orders, skipped = [], unsent = [], detail }: OrdersProps) => (
  <CardTable label="Orders of this rebalance" columns={ORDER_COLUMNS} verticalSpacing={5}>
    {orders.map((order) => (
      <Table.Tr key={order.client_order_id}>
        <Table.Th scope="row">
          {order.side === 'sell' ? 'Sell' : 'Buy'} {order.coin}
        </Table.Th>
        <NumberCell column="Ordered">{balanceNumber(Number(order.quantity))}</NumberCell>
        <NumberCell column="Filled">
          {balanceNumber(Number(order.filled))}
          <Text size="xs" c="dimmed" component="span" display="block">
            {money(Number(order.quote_filled))}
          </Text>
        </NumberCell>
        <NumberCell column="Price">{fineNumber(order.fill_price)}</NumberCell>
        <NumberCell column="Fee">{feesOf(order)}</NumberCell>
        <Table.Td data-place="head">
          {actionWords(order.status)}
          {order.reason ? (
            <Text size="xs" c="dimmed">
              {order.reason}
            </Text>
          ) : null}
          <Cut order={order} skipped={skipped} />
        </Table.Td>
      </Table.Tr>
    ))}
    {unsent.map((order) => (
      <Unsent key={`${order.side}-${order.coin}`} order={order} hasFailed={detail !== null} />
    ))}
  </CardTable>
);

/** All fees in one currency, separate from what the prices cost. */
export const PaidCost = ({ orders }: { orders: readonly OrderOf[] }) => {
  const cost = paidCost(orders);
  if (cost === null) return null;
  const { fees, prices, unvalued } = cost;
  // The parts make up the sum, as they are shown.
  const inCents = (usdt: number): number => Math.round(usdt * 100) / 100;
  const shownPrices = inCents(fees + prices) - inCents(fees);
  return (
    <Text size="sm">
      Cost {money(fees + prices)}: fees {money(fees)}, prices {money(Math.abs(shownPrices))}{' '}
      {prices < 0 ? 'better' : 'worse'} than planned
      {unvalued.length > 0 ? `; not counting the fees in ${unvalued.join(', ')}` : ''}.
    </Text>
  );
};

/** Coins of which nothing was ordered; what was cut off an order is shown with it. */
export const Skipped = ({ skipped, orders }: Pick<TradingRebalance, 'skipped' | 'orders'>) => {
  const isOrdered = ({ coin, side }: SkippedOnes[number]) =>
    orders.some((order) => order.coin === coin && order.side === side);
  // Of several reasons the last one left nothing of it.
  const unchanged = skipped.filter((one) => !isOrdered(one) && cutOff(one, skipped).at(-1) === one);
  return unchanged.length === 0 ? null : (
    <Text size="xs" c="dimmed">
      Left unchanged: {unchanged.map(({ coin, reason }) => `${coin} (${skipWords(reason)})`).join(', ')}
    </Text>
  );
};

const HEADS = { running: 'blue', completed: 'green', failed: 'red' } as const;

const headOf = ({ status, orders, detail }: TradingRebalance): string => {
  if (status === 'running')
    return 'The rebalance is still running. Its orders appear here as the exchange answers.';
  if (status === 'failed') return detail ?? 'The rebalance failed.';
  if (orders.length === 0) return detail ?? 'There was nothing to trade.';
  const filled = orders.filter((order) => order.status === 'filled').length;
  return `Completed: ${filled} of ${counted(orders.length, 'order', 'orders')} filled.`;
};

type RebalanceResultProps = {
  result: TradingRebalance;
  /** As they stood in the plan that was confirmed. */
  coins: readonly string[];
};

/** Requested and executed are kept apart. */
export const RebalanceResult = ({ result, coins }: RebalanceResultProps) => (
  <Stack gap="sm">
    <Alert
      color={result.detail !== null && result.status === 'completed' ? 'gray' : HEADS[result.status]}
      role="status"
    >
      {headOf(result)}
    </Alert>
    {result.orders.length + (result.unsent?.length ?? 0) > 0 ? (
      <Orders {...result} orders={inPlanOrder(result.orders, coins)} />
    ) : null}
    <PaidCost orders={result.orders} />
    <Skipped {...result} />
  </Stack>
);
