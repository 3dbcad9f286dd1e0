// The price list, in credits.
import { Table, Text } from '@mantine/core';
import {
  AGENT_VUT_PER_MILLION_TOKENS,
  BACKTEST_VUT_PER_MILLION_CELLS,
  estimateRunCost,
  REBALANCE_VUT,
  TOP_5_PORTFOLIO,
  toVut,
  VUT_PER_USD,
  WELCOME_CREDITS_VUT,
} from '@tradeium/contracts';
import { credits, wholeNumber } from '../../lib/format.ts';
import { PageSection } from '../../ui/page-section.tsx';

const EXAMPLE_VUT = toVut(
  estimateRunCost({
    portfolio: TOP_5_PORTFOLIO,
    timeframe: '24h',
    start_date: '2023-01-01',
    end_date: '2023-12-31',
  }),
);

const vut = (value: number): string => `${wholeNumber(value)} VUT`;

const AGENTS = [
  ['Strategy Agent', AGENT_VUT_PER_MILLION_TOKENS.strategy],
  ['Discovery Agent', AGENT_VUT_PER_MILLION_TOKENS.discovery],
] as const;

const AgentPrices = () => (
  <>
    <Text component="div" size="sm" fw="var(--weight-strong)" id="agent-costs" mb={4}>
      AI agents, VUT for 1M tokens
    </Text>
    <Table verticalSpacing={6} horizontalSpacing={6} aria-labelledby="agent-costs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Agent</Table.Th>
          <Table.Th ta="right">Input</Table.Th>
          <Table.Th ta="right">Cached</Table.Th>
          <Table.Th ta="right">Output</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {AGENTS.map(([name, { input, cached, output }]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw="var(--weight-regular)">
              {name}
            </Table.Th>
            <Table.Td ta="right">{wholeNumber(input)}</Table.Td>
            <Table.Td ta="right">{wholeNumber(cached)}</Table.Td>
            <Table.Td ta="right">{wholeNumber(output)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </>
);

const Price = ({ what, price }: { what: string; price: string }) => (
  <Table.Tr>
    <Table.Th scope="row" fw="var(--weight-regular)">
      {what}
    </Table.Th>
    <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
      {price}
    </Table.Td>
  </Table.Tr>
);

/** All prices. */
export const CostTable = () => (
  <PageSection id="costs" title="What things cost">
    <Table verticalSpacing={6} horizontalSpacing={6} aria-labelledby="costs" mb="md">
      <Table.Tbody>
        <Price what="Backtest, 1M candles (bars × coins)" price={vut(BACKTEST_VUT_PER_MILLION_CELLS)} />
        <Price what="For example, a year of daily bars of four coins" price={`${credits(EXAMPLE_VUT)} VUT`} />
        <Price what="A failed or cancelled backtest" price="0 VUT" />
        <Price
          what="Live rebalance of which the exchange accepts an order; on paper it is free"
          price={vut(REBALANCE_VUT)}
        />
        <Price what="A rebalance without one" price="0 VUT" />
      </Table.Tbody>
    </Table>
    <AgentPrices />
    <Text size="xs" c="dimmed" mt="sm">
      1 USD is {vut(VUT_PER_USD)}. The first account of a mailbox gets {vut(WELCOME_CREDITS_VUT)} free when
      its address is verified.
    </Text>
  </PageSection>
);
