// What the account holds: every position above 20 USDT, the largest first.

import { Alert, Button, Skeleton, Stack, Table, Text } from '@mantine/core';
import { QUOTE_CURRENCY } from '@tradeium/contracts';
import {
  balanceNumber,
  fineNumber,
  money,
  percent,
  signedMoney,
  signedPercent,
} from '../../../lib/format.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { type Position, useListPositionsQuery } from '../api.ts';
import { CardTable } from '../card-table.tsx';
import cards from '../cards.module.css';
import { codeWords, isForWantOfKeys } from '../trading-words.ts';
import classes from './positions-table.module.css';
import { POSITION_USDT_MIN, shownPositions } from './shown-positions.ts';

/** Prices move without any update of ours. */
const POLL_MS = 30_000;

type PositionsProps = {
  /** Whose deployment is looked at; null for the connected account itself. */
  chatId: string | null;
  onAddKeys: () => void;
};

const KeysRequired = ({ onAddKeys }: Pick<PositionsProps, 'onAddKeys'>) => (
  <Alert color="gray" title="API Keys Required">
    <Text size="sm">Connect your exchange API keys to view positions and start trading.</Text>
    <Button size="compact-sm" variant="default" mt="xs" onClick={onAddKeys}>
      Add API Keys
    </Button>
  </Alert>
);

type GainProps = Pick<Position, 'profit_loss_usdt' | 'profit_loss_percent'>;

/** Of the coins that the deployment bought. */
const Gain = ({ profit_loss_usdt: gain, profit_loss_percent: share }: GainProps) => {
  if (gain === null) return '—';
  return (
    <>
      {signedMoney(gain)}
      <Text size="xs" c="dimmed" component="span" display="block">
        {signedPercent(share === null ? null : share / 100)}
      </Text>
    </>
  );
};

const Rows = ({ positions, total }: { positions: readonly Position[]; total: number }) => (
  <CardTable label="Current Positions" verticalSpacing={6}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Asset</Table.Th>
        <Table.Th ta="right">Amount</Table.Th>
        <Table.Th ta="right">Price</Table.Th>
        <Table.Th ta="right">Average entry</Table.Th>
        <Table.Th ta="right">Value</Table.Th>
        <Table.Th ta="right">Profit or loss</Table.Th>
        <Table.Th ta="right">Share</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {positions.map(({ asset, free, locked, value_usdt, percent: share, ...priced }) => (
        <Table.Tr key={asset}>
          <Table.Th scope="row">{asset}</Table.Th>
          <Table.Td className={cards.number ?? ''} data-label="Amount">
            {balanceNumber(Number(free) + Number(locked))}
            {Number(locked) > 0 ? (
              <span className={classes.locked}>{balanceNumber(Number(locked))} in orders</span>
            ) : null}
          </Table.Td>
          <Table.Td className={cards.number ?? ''} data-label="Price">
            {fineNumber(asset === QUOTE_CURRENCY ? null : priced.price_usdt)}
          </Table.Td>
          <Table.Td className={cards.number ?? ''} data-label="Average entry">
            {fineNumber(priced.average_entry_usdt)}
          </Table.Td>
          <Table.Td className={`${cards.number} ${classes.value}`} data-label="Value">
            {money(value_usdt)}
          </Table.Td>
          <Table.Td className={cards.number ?? ''} data-label="Profit or loss">
            <Gain {...priced} />
          </Table.Td>
          <Table.Td className={cards.number ?? ''} data-label="Share">
            {percent(share === null ? null : share / 100)}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
    <Table.Tfoot>
      <Table.Tr>
        <Table.Th scope="row" colSpan={4}>
          Total
        </Table.Th>
        <Table.Td ta="right" className={classes.value ?? ''}>
          {money(total)}
        </Table.Td>
        <Table.Td />
        <Table.Td />
      </Table.Tr>
    </Table.Tfoot>
  </CardTable>
);

/** The table, or why there is none. */
export const Positions = ({ chatId, onAddKeys }: PositionsProps) => {
  const { currentData, error, isFetching, refetch } = useListPositionsQuery(
    chatId === null ? {} : { backtest_session_id: chatId },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true },
  );
  if (!currentData && error && !isFetching)
    return isForWantOfKeys(error) ? (
      <KeysRequired onAddKeys={onAddKeys} />
    ) : (
      <LoadFailure text={codeWords('Positions', error)} onRetry={() => void refetch()} />
    );
  if (!currentData)
    return (
      <Stack gap={8} aria-hidden>
        <Skeleton h={22} />
        <Skeleton h={22} />
        <Skeleton h={22} w="80%" />
      </Stack>
    );
  const positions = shownPositions(currentData.positions);
  return positions.length === 0 ? (
    <Text size="sm" c="dimmed">
      No position is worth more than {POSITION_USDT_MIN} USDT.
    </Text>
  ) : (
    <Rows positions={positions} total={currentData.total_usdt} />
  );
};
