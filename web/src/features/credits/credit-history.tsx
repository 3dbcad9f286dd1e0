// The newest credit transactions, and more on demand.
import { Button, Paper, Skeleton, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { credits, dateTime } from '../../lib/format.ts';
import { useGetCreditHistoryQuery } from './api.ts';

const SHOWN = 5;

const operationText = (operation: string): string => {
  const words = operation.replaceAll(/[_-]+/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** Costs are positive on the wire; here what leaves the account has a minus sign. */
const changeText = (cost: number): string => (cost > 0 ? `−${credits(cost)}` : `+${credits(Math.abs(cost))}`);

const Rows = ({ all }: { all: boolean }) => {
  const { data = [] } = useGetCreditHistoryQuery();
  return (
    <Table verticalSpacing="xs" aria-labelledby="history">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Operation</Table.Th>
          <Table.Th>Date</Table.Th>
          <Table.Th ta="right">VUT</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {(all ? data : data.slice(0, SHOWN)).map(({ id, operation_type, created_at, vut_cost }) => (
          <Table.Tr key={id}>
            <Table.Td>{operationText(operation_type)}</Table.Td>
            <Table.Td>{dateTime(created_at)}</Table.Td>
            <Table.Td ta="right">{changeText(vut_cost)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};

/** Five transactions, newest first, with a toggle for the rest. */
export const CreditHistory = () => {
  const { data, isLoading, error } = useGetCreditHistoryQuery();
  const [all, setAll] = useState(false);
  return (
    <Paper withBorder p="lg" radius="md" component="section" aria-labelledby="history">
      <Title order={2} size="h4" id="history" mb="xs">
        Transactions
      </Title>
      {isLoading ? <Skeleton h={140} /> : null}
      {error ? <Text role="alert">Error loading credits information</Text> : null}
      {data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing yet. Every backtest will be listed here with what it cost.
        </Text>
      ) : null}
      {data && data.length > 0 ? <Rows all={all} /> : null}
      {data && data.length > SHOWN ? (
        <Button variant="subtle" size="xs" mt="xs" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show Less' : 'Show More'}
        </Button>
      ) : null}
    </Paper>
  );
};
