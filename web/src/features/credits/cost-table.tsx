// What things cost, in credits.
import { Paper, Table, Text, Title } from '@mantine/core';
import { BACKTEST_VUT_PER_MILLION_CELLS, VUT_PER_USD, WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import { wholeNumber } from '../../lib/format.ts';

/** Prices of what can be used today. */
export const CostTable = () => (
  <Paper withBorder p="lg" radius="md" component="section" aria-labelledby="costs">
    <Title order={2} size="h4" id="costs" mb="xs">
      What things cost
    </Title>
    <Table verticalSpacing="xs" aria-labelledby="costs">
      <Table.Tbody>
        <Table.Tr>
          <Table.Td>Backtest, per 1M cells (rows × columns)</Table.Td>
          <Table.Td ta="right">{wholeNumber(BACKTEST_VUT_PER_MILLION_CELLS)} VUT</Table.Td>
        </Table.Tr>
        <Table.Tr>
          <Table.Td>A failed or cancelled backtest</Table.Td>
          <Table.Td ta="right">0 VUT</Table.Td>
        </Table.Tr>
        <Table.Tr>
          <Table.Td>1 USD</Table.Td>
          <Table.Td ta="right">{wholeNumber(VUT_PER_USD)} VUT</Table.Td>
        </Table.Tr>
        <Table.Tr>
          <Table.Td>Welcome credits on verification</Table.Td>
          <Table.Td ta="right">{wholeNumber(WELCOME_CREDITS_VUT)} VUT</Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
    <Text size="sm" c="dimmed" mt="sm">
      Buying credits is not available yet.
    </Text>
  </Paper>
);
