// The newest credit transactions, more on demand, and all of them as a file.
import { Button, Skeleton, Table, Text } from '@mantine/core';
import type { CreditTransaction } from '@tradeium/contracts';
import { useState } from 'react';
import { dateTime, signedCredits } from '../../lib/format.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { useGetCreditHistoryQuery } from './api.ts';
import { StatementDownload } from './statement-download.tsx';

const SHOWN = 5;

const operationText = (operation: string): string => {
  const words = operation.replaceAll(/[_-]+/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

const Rows = ({ transactions }: { transactions: readonly CreditTransaction[] }) => (
  <Table verticalSpacing={8} horizontalSpacing={6} aria-labelledby="history">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Operation</Table.Th>
        <Table.Th>Date</Table.Th>
        <Table.Th ta="right">VUT</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {transactions.map(({ id, operation_type, created_at, vut_cost }) => (
        <Table.Tr key={id}>
          <Table.Td>{operationText(operation_type)}</Table.Td>
          <Table.Td>{dateTime(created_at)}</Table.Td>
          <Table.Td ta="right">{signedCredits(-vut_cost)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

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
