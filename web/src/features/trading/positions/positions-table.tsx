// The account's positions: every one above 20 USDT, the largest first, and the others on request.

import { Alert, Button, Skeleton, Stack, Table, Text } from '@mantine/core';
import { QUOTE_CURRENCY } from '@tradeium/contracts';
import { type ReactNode, useState } from 'react';
import {
  alignedNumber,
  amount,
  averagePrice,
  counted,
  decimalsOf,
  fineNumber,
  money,
  percent,
  signedAmount,
  signedPercent,
  utcDateTime,
} from '../../../lib/format.ts';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { Signed } from '../../../ui/signed.tsx';
import { type Position, useGetDeploymentStatusQuery, useListPositionsQuery } from '../api.ts';
import { CardTable, type Column, NumberCell } from '../card-table.tsx';
import cards from '../cards.module.css';
import { SellDialog } from '../control/sell-dialog.tsx';
import { codeWords, isForWantOfKeys } from '../trading-words.ts';
import classes from './positions-table.module.css';
import { bySize, POSITION_USDT_MIN } from './shown-positions.ts';

const POSITION_COLUMNS: readonly Column[] = [
  { name: 'Asset' },
  { name: 'Amount', isNumber: true },
  { name: 'Price', isNumber: true },
  { name: 'Average entry', isNumber: true },
  { name: 'Value, USDT', isNumber: true },
  { name: 'Profit, USDT', isNumber: true },
  { name: 'Share', isNumber: true },
];

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
      <Signed text={signedAmount(gain)} />
      <Text size="xs" component="span" display="block">
        <Signed text={signedPercent(share === null ? null : share / 100)} />
      </Text>
    </>
  );
};

const Total = ({ usdt }: { usdt: number }) => (
  <Table.Tfoot>
    <Table.Tr>
      <Table.Th scope="row" colSpan={4}>
        Total
      </Table.Th>
      <Table.Td className={cards.number ?? ''}>{amount(usdt)}</Table.Td>
      <Table.Td />
      <Table.Td />
    </Table.Tr>
  </Table.Tfoot>
);

type RowsProps = {
  positions: readonly Position[];
  total: number;
  /** The coins that can be sold here. */
  salable: readonly string[];
  onSell: (coin: string) => void;
};

const heldOf = ({ free, locked }: Position): number => Number(free) + Number(locked);

const Rows = ({ positions, total, salable, onSell }: RowsProps) => {
  const decimals = decimalsOf(positions.flatMap((each) => [heldOf(each), Number(each.locked)]));
  return (
    <CardTable
      label="Current Positions"
      columns={POSITION_COLUMNS}
      verticalSpacing={6}
      foot={<Total usdt={total} />}
    >
      {positions.map((each) => {
        const { asset, value_usdt, percent: share, ...priced } = each;
        return (
          <Table.Tr key={asset}>
            <Table.Th scope="row" data-place="whole">
              {asset}
            </Table.Th>
            <NumberCell column="Amount">
              {alignedNumber(heldOf(each), decimals)}
              {Number(each.locked) > 0 ? (
                <span className={classes.locked}>
                  in orders: {alignedNumber(Number(each.locked), decimals)}
                </span>
              ) : null}
            </NumberCell>
            <NumberCell column="Price">
              {fineNumber(asset === QUOTE_CURRENCY ? null : priced.price_usdt)}
              {priced.priced_at === null ? null : (
                <Text size="xs" c="dimmed" component="span" display="block">
                  no price now; last {utcDateTime(priced.priced_at)}
                </Text>
              )}
            </NumberCell>
            <NumberCell column="Average entry">
              {averagePrice(priced.average_entry_usdt)}
              {priced.unpriced_fees?.length ? (
                <Text size="xs" c="dimmed" component="span" display="block">
                  without fees in {priced.unpriced_fees.join(', ')}
                </Text>
              ) : null}
            </NumberCell>
            <NumberCell column="Value, USDT">{amount(value_usdt)}</NumberCell>
            <NumberCell column="Profit, USDT">
              <Gain {...priced} />
            </NumberCell>
            <NumberCell column="Share">
              {percent(share === null ? null : share / 100)}
              {salable.includes(asset) ? (
                <Button
                  size="compact-xs"
                  variant="default"
                  display="block"
                  ml="auto"
                  mt={2}
                  aria-label={`Sell ${asset} to USDT`}
                  onClick={() => onSell(asset)}
                >
                  Sell
                </Button>
              ) : null}
            </NumberCell>
          </Table.Tr>
        );
      })}
    </CardTable>
  );
};

type SalableProps = {
  chatId: string | null;
  children: (sale: Pick<RowsProps, 'salable' | 'onSell'>) => ReactNode;
};

/** Of a deployment that has not ended, each of its coins can be sold. */
const Salable = ({ chatId, children }: SalableProps) => {
  const { currentData: status, refetch } = useGetDeploymentStatusQuery(
    { id: chatId ?? '' },
    { skip: chatId === null },
  );
  const [coin, setCoin] = useState<string | null>(null);
  const isOpen = status !== undefined && status.status !== 'ended';
  const salable = isOpen ? status.portfolio.filter((each) => each !== QUOTE_CURRENCY) : [];
  return (
    <>
      {children({ salable, onSell: setCoin })}
      {isOpen && coin !== null ? (
        <SellDialog status={status} coin={coin} onSent={() => void refetch()} onClose={() => setCoin(null)} />
      ) : null}
    </>
  );
};

/** `total`: of those that are not shown; null without any. */
const NoneLarge = ({ total }: { total: number | null }) => (
  <Text size="sm" c="dimmed">
    No position is worth more than {POSITION_USDT_MIN} USDT
    {total === null ? '' : `; all together are worth ${money(total)}`}.
  </Text>
);

const smallWords = (small: readonly Position[]): string => {
  const unpriced = small.some(({ value_usdt }) => value_usdt === null) ? ', or without a price' : '';
  return `${counted(small.length, 'small position', 'small positions')} (below ${POSITION_USDT_MIN} USDT${unpriced})`;
};

/** The table, or why there is none. */
export const Positions = ({ chatId, onAddKeys }: PositionsProps) => {
  const [hasSmall, setSmall] = useState(false);
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
  const { large, small } = bySize(currentData.positions);
  const shown = hasSmall ? [...large, ...small] : large;
  return (
    <>
      {shown.length === 0 ? (
        <NoneLarge total={small.length === 0 ? null : currentData.total_usdt} />
      ) : (
        <Salable chatId={chatId}>
          {(sale) => <Rows positions={shown} total={currentData.total_usdt} {...sale} />}
        </Salable>
      )}
      {small.length === 0 ? null : (
        <Button
          size="compact-xs"
          variant="default"
          mt="xs"
          aria-expanded={hasSmall}
          onClick={() => setSmall(!hasSmall)}
        >
          {hasSmall ? 'Hide' : 'Show'} {smallWords(small)}
        </Button>
      )}
      {currentData.elsewhere_usdt === null ? null : (
        <Text size="xs" c="dimmed" mt="xs">
          The rest of the account, {money(currentData.elsewhere_usdt)}, is not traded by this deployment.
        </Text>
      )}
    </>
  );
};
