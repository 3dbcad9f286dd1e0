// The trades of a deployment: the newest entries of the activity log, as requested and as executed.

import { Button, Checkbox, Skeleton, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ActivityEntry, RouteInput } from '@tradeium/contracts';
import { type ReactNode, useState } from 'react';
import { amount, signedCredits, utcDateTime, wholeNumber } from '../../../lib/format.ts';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { useListActivityQuery, useListDeploymentsQuery } from '../api.ts';
import { CardTable, type Column, NumberCell } from '../card-table.tsx';
import { Orders, PaidCost, Skipped } from '../control/rebalance-result.tsx';
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

type EntryProps = { entry: ActivityEntry; look: Look | null; isNamed: boolean };

const COLUMNS: readonly Column[] = [
  { name: 'Time' },
  { name: 'Action' },
  { name: 'Status' },
  { name: 'Trades done', isNumber: true },
  { name: 'USDT traded', isNumber: true },
  { name: 'VUT', isNumber: true },
];

/** The entry's subject; its orders are below it when it is open. */
const Subject = ({ entry, look, isNamed }: EntryProps) => (
  <>
    {actionWords(entry.action_type)} {look ? <ModeBadge look={look} /> : null}
    {isNamed && entry.deployment_name !== null ? (
      <Text size="xs">
        <bdi>{entry.deployment_name}</bdi>
      </Text>
    ) : null}
    {entry.detail ? (
      <Text size="xs" c="dimmed">
        {entry.detail}
      </Text>
    ) : null}
  </>
);

const Details = ({ orders = [], unsent = [], skipped = [], detail }: ActivityEntry) => (
  <Stack gap="xs">
    {orders.length + unsent.length > 0 ? (
      <Orders orders={orders} skipped={skipped} unsent={unsent} detail={detail} />
    ) : null}
    <PaidCost orders={orders} />
    <Skipped skipped={skipped} orders={orders} />
  </Stack>
);

const Entry = (props: EntryProps) => {
  const { entry } = props;
  const [isOpen, setOpen] = useState(false);
  const hasDetails = [entry.orders, entry.unsent, entry.skipped].some((each = []) => each.length > 0);
  return (
    <>
      <Table.Tr>
        <Table.Td className={classes.time ?? ''} data-place="line">
          {utcDateTime(entry.timestamp)}
        </Table.Td>
        <Table.Td data-place="title">
          {hasDetails ? (
            <UnstyledButton
              className={classes.open ?? ''}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <IconChevronRight size={14} aria-hidden className={isOpen ? (classes.turned ?? '') : ''} />
              <Subject {...props} />
            </UnstyledButton>
          ) : (
            <Subject {...props} />
          )}
        </Table.Td>
        <Table.Td data-place="state">{actionWords(entry.status)}</Table.Td>
        <NumberCell column="Trades done">{tradesOf(entry)}</NumberCell>
        <NumberCell column="USDT traded">{volumeOf(entry)}</NumberCell>
        <NumberCell column="VUT">{entry.vut_cost === 0 ? '—' : signedCredits(-entry.vut_cost)}</NumberCell>
      </Table.Tr>
      {isOpen ? (
        <Table.Tr>
          <Table.Td colSpan={COLUMNS.length} data-place="line">
            <Details {...entry} />
          </Table.Td>
        </Table.Tr>
      ) : null}
    </>
  );
};

type Range = Pick<RouteInput<'listActivity'>, 'deployment_id' | 'before' | 'before_id'>;

type PageProps = {
  range: Range;
  /** How many pages are shown from here on. */
  pages: number;
  lookOf: (entry: ActivityEntry) => Look | null;
  onMore: () => void;
};

/** A page of entries, and those after it; each begins where the one before it ends now. */
const Page = ({ range, pages, lookOf, onMore }: PageProps) => {
  const { data, error, isFetching, refetch } = useListActivityQuery({ limit: SHOWN, ...range });
  const last = data?.at(-1);
  const isMore = data?.length === SHOWN && last !== undefined;
  const note = (content: ReactNode) => (
    <Table.Tr>
      <Table.Td colSpan={COLUMNS.length} data-place="line">
        {content}
      </Table.Td>
    </Table.Tr>
  );
  if (!data && error && !isFetching)
    return note(<LoadFailure text={codeWords('Runs', error)} onRetry={() => void refetch()} />);
  if (!data) return note(<Skeleton h={140} />);
  if (data.length === 0 && range.before === undefined)
    return note('Nothing yet. Every rebalance, switch and pause will appear here.');
  const next = last && { ...range, before: last.timestamp, before_id: last.id };
  return (
    <>
      {data.map((entry) => (
        <Entry
          key={entry.id}
          entry={entry}
          look={lookOf(entry)}
          isNamed={range.deployment_id === undefined}
        />
      ))}
      {isMore && pages > 1 && next ? (
        <Page range={next} pages={pages - 1} lookOf={lookOf} onMore={onMore} />
      ) : null}
      {isMore && pages === 1
        ? note(
            <Button size="compact-sm" variant="default" onClick={onMore}>
              Show more
            </Button>,
          )
        : null}
    </>
  );
};

type ActivityProps = {
  chatId: string;
  /** Whose log is exported. */
  deploymentId: string;
};

/** The newest entries of the deployment, or of all, and the whole log of the deployment as a file. */
export const Activity = ({ chatId, deploymentId }: ActivityProps) => {
  const [isAll, setAll] = useState(false);
  return (
    <>
      <ExportActivity chatId={chatId} deploymentId={deploymentId} />
      <Checkbox
        size="xs"
        mb="xs"
        label="All deployments"
        checked={isAll}
        onChange={(event) => setAll(event.currentTarget.checked)}
      />
      <Entries key={String(isAll)} deploymentId={isAll ? null : deploymentId} />
    </>
  );
};

const Entries = ({ deploymentId }: { deploymentId: string | null }) => {
  const [pages, setPages] = useState(1);
  const { data: deployments = [] } = useListDeploymentsQuery();
  const lookOf = ({ mode, deployment_id: id }: ActivityEntry): Look | null =>
    deployments.find((one) => one.id === id)?.look ?? mode;
  return (
    <CardTable label="Activity" columns={COLUMNS} verticalSpacing={6}>
      <Page
        range={deploymentId === null ? {} : { deployment_id: deploymentId }}
        pages={pages}
        lookOf={lookOf}
        onMore={() => setPages(pages + 1)}
      />
    </CardTable>
  );
};
