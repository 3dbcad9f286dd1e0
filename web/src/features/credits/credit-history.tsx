// The newest credit transactions, more on demand, and all of them as a file.
import { Anchor, Button, Skeleton, Table, Text } from '@mantine/core';
import {
  type ActivityEntry,
  type CreditTransaction,
  type NamedRun,
  TRADING_ACTIVITY_MAX,
} from '@tradeium/contracts';
import { useState } from 'react';
import { Link } from 'wouter';
import { withSearch } from '../../lib/address.ts';
import { alignedCredits, credits, dateTime, signedCredits } from '../../lib/format.ts';
import { type Item, itemPath } from '../../lib/item-key.ts';
import { LoadFailure } from '../../ui/loading/load-failure.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { useGetCreditHistoryQuery, useListNamedRebalancesQuery, useListRunsQuery } from './api.ts';
import classes from './credit-history.module.css';
import { StatementDownload } from './statement-download.tsx';

const SHOWN = 5;

const operationText = (operation: string): string => {
  const words = operation.replaceAll(/[_-]+/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** The subject that a transaction paid for, below its operation. */
const PaidFor = ({ name, href, note = '' }: { name: string; href: string | null; note?: string }) => (
  <Text size="xs" c="dimmed" className={classes.run ?? ''}>
    {href === null ? (
      <bdi>{name}</bdi>
    ) : (
      <Anchor component={Link} href={href} inherit>
        <bdi>{name}</bdi>
      </Anchor>
    )}
    {note}
  </Text>
);

type RunNameProps = { run: NamedRun | undefined; runId: string };

/** The name of a backtest, as a link to its result while there is one. */
const RunName = ({ run, runId }: RunNameProps) => {
  if (!run) return null;
  const item: Item = { kind: 'folder', index: 0, run: runId };
  return run.has_result ? (
    <PaidFor name={run.name} href={itemPath(run.backtest_id, item)} />
  ) : (
    <PaidFor name={run.name} href={null} note=", result deleted" />
  );
};

/** The deployments of the rebalances among transactions, by rebalance; older ones than the log's newest page have no name. */
const useRebalances = (transactions: readonly CreditTransaction[]): ReadonlyMap<string, ActivityEntry> => {
  const isAny = transactions.some(({ rebalance_id }) => rebalance_id !== null);
  const { data = [] } = useListNamedRebalancesQuery({ limit: TRADING_ACTIVITY_MAX }, { skip: !isAny });
  return new Map(data.map((entry) => [entry.id, entry]));
};

const MODE_NOTES = { paper: ', on paper', live: ', live' } as const;

/** The name of a deployment, as a link to it, and with what it trades. */
const DeploymentName = ({ rebalance }: { rebalance: ActivityEntry | undefined }) => {
  const { deployment_name: name = null, backtest_session_id: chatId = null, mode = null } = rebalance ?? {};
  if (name === null || chatId === null) return null;
  const href = withSearch('/app/trading', new URLSearchParams({ chat: chatId }));
  return <PaidFor name={name} href={href} note={mode === null ? '' : MODE_NOTES[mode]} />;
};

/** An operator's words about a grant. */
const Description = ({ text }: { text: string }) => (
  <Text size="xs" c="dimmed" className={classes.run ?? ''}>
    <bdi>{text}</bdi>
  </Text>
);

/** The credits that a reversal could not take. */
const Owed = ({ vut }: { vut: number }) => (
  <Text size="xs" c="dimmed">
    {credits(vut)} VUT were in use: to be paid back
  </Text>
);

const Rows = ({ transactions }: { transactions: readonly CreditTransaction[] }) => {
  const { data } = useListRunsQuery();
  const runs = new Map(data?.runs.map((run) => [run.run_id, run]));
  const rebalances = useRebalances(transactions);
  return (
    <Table verticalSpacing={8} horizontalSpacing={6} aria-labelledby="history">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Operation</Table.Th>
          <Table.Th>Date</Table.Th>
          <Table.Th ta="right">VUT</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {transactions.map(
          ({
            id,
            operation_type,
            created_at,
            vut_cost,
            run_id,
            rebalance_id,
            vut_owed = 0,
            description = '',
          }) => (
            <Table.Tr key={id}>
              <Table.Td>
                {operationText(operation_type)}
                {run_id === null ? null : <RunName run={runs.get(run_id)} runId={run_id} />}
                {rebalance_id === null ? null : <DeploymentName rebalance={rebalances.get(rebalance_id)} />}
                {description === '' ? null : <Description text={description} />}
                {vut_owed > 0 ? <Owed vut={vut_owed} /> : null}
              </Table.Td>
              <Table.Td>{dateTime(created_at)}</Table.Td>
              <Table.Td
                ta="right"
                title={`${signedCredits(-vut_cost)} VUT`}
                style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
              >
                {alignedCredits(-vut_cost)}
              </Table.Td>
            </Table.Tr>
          ),
        )}
      </Table.Tbody>
    </Table>
  );
};

/** Five transactions, newest first, with a toggle for the rest. */
export const CreditHistory = ({ memberSince }: { memberSince: string }) => {
  const { data, error, refetch } = useGetCreditHistoryQuery();
  const [all, setAll] = useState(false);
  return (
    <PageSection id="history" title="Transactions">
      {data === undefined && error === undefined ? <Skeleton h={140} /> : null}
      {data === undefined && error ? (
        <LoadFailure text="Error loading credits information" onRetry={refetch} />
      ) : null}
      {data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing yet. Every backtest will appear here with its cost.
        </Text>
      ) : null}
      {data && data.length > 0 ? <Rows transactions={all ? data : data.slice(0, SHOWN)} /> : null}
      {data && data.length > SHOWN ? (
        <Button variant="subtle" size="xs" mt="xs" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show Less' : 'Show More'}
        </Button>
      ) : null}
      <StatementDownload memberSince={memberSince} />
    </PageSection>
  );
};
