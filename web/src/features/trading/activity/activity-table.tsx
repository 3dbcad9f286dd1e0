// What live trading did: the newest entries of the activity log, as requested and as executed.
import { Skeleton, Table, Text } from '@mantine/core';
import type { ActivityEntry } from '@tradeium/contracts';
import { amount, dateTime, signedCredits, wholeNumber } from '../../../lib/format.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { useListActivityQuery, useListDeploymentsQuery } from '../api.ts';
import cards from '../cards.module.css';
import type { Look } from '../mode.ts';
import { ModeBadge } from '../mode-badge.tsx';
import { actionWords, codeWords } from '../trading-words.ts';
import classes from './activity-table.module.css';
import { ExportActivity } from './export-activity.tsx';

const SHOWN = 20;

type Traded = Pick<
  ActivityEntry,
  'status' | 'trades_count' | 'trades_desired_count' | 'trades_executed_count'
>;

/** A rebalance may end well without an order: every coin was close enough to its target. */
const isWithoutTrades = (entry: Traded): boolean =>
  entry.trades_executed_count === 0 &&
  (entry.trades_desired_count === 0 || (entry.status === 'completed' && entry.trades_count === 0));

/** `2 of 3`; a volume that is wholly done stands alone, because prices move a little in between. */
const tradesOf = (entry: ActivityEntry): string =>
  isWithoutTrades(entry)
    ? '—'
    : `${wholeNumber(entry.trades_executed_count)} of ${wholeNumber(entry.trades_desired_count)}`;

const volumeOf = (entry: ActivityEntry): string => {
  if (isWithoutTrades(entry)) return '—';
  const { volume_executed_usdt: done, volume_desired_usdt: desired } = entry;
  return entry.trades_executed_count >= entry.trades_desired_count
    ? amount(done)
    : `${amount(done)} of ${amount(desired)}`;
};

const Entry = ({ entry, look }: { entry: ActivityEntry; look: Look | null }) => (
  <Table.Tr>
    <Table.Td className={classes.time ?? ''} data-place="line">
      {dateTime(entry.timestamp)}
    </Table.Td>
    <Table.Td data-place="title">
      {actionWords(entry.action_type)} {look ? <ModeBadge look={look} /> : null}
      {entry.detail ? (
        <Text size="xs" c="dimmed">
          {entry.detail}
        </Text>
      ) : null}
    </Table.Td>
    <Table.Td data-place="state">{actionWords(entry.status)}</Table.Td>
    <Table.Td className={cards.number ?? ''} data-label="Trades done">
      {tradesOf(entry)}
    </Table.Td>
    <Table.Td className={cards.number ?? ''} data-label="USDT traded">
      {volumeOf(entry)}
    </Table.Td>
    <Table.Td className={cards.number ?? ''} data-label="VUT">
      {entry.vut_cost === 0 ? '—' : signedCredits(-entry.vut_cost)}
    </Table.Td>
  </Table.Tr>
);

/** The 20 newest, and all of the chat's deployment as a file. */
export const Activity = ({ chatId }: { chatId: string }) => (
  <>
    <ExportActivity chatId={chatId} />
    <Entries />
  </>
);

const Entries = () => {
  const { data, error, isFetching, refetch } = useListActivityQuery({ limit: SHOWN });
  const { data: deployments = [] } = useListDeploymentsQuery();
  const lookOf = ({ mode, backtest_session_id: chatId }: ActivityEntry): Look | null =>
    deployments.find((one) => one.backtest_session_id === chatId && one.mode === mode)?.look ?? mode;
  if (!data && error && !isFetching)
    return <LoadFailure text={codeWords('Runs', error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={140} />;
  if (data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing yet. Every rebalance, switch and pause will appear here.
      </Text>
    );
  return (
    <div className={`${cards.scroll} ${classes.scroll}`}>
      <Table
        horizontalSpacing={8}
        verticalSpacing={6}
        className={`${cards.cards} ${classes.table}`}
        aria-label="Activity"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Time</Table.Th>
            <Table.Th>Action</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th ta="right">Trades done</Table.Th>
            <Table.Th ta="right">USDT traded</Table.Th>
            <Table.Th ta="right">VUT</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.slice(0, SHOWN).map((entry) => (
            <Entry key={entry.id} entry={entry} look={lookOf(entry)} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
};
