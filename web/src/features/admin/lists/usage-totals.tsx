// Tokens used by all users together, in four spans of time.
import { SimpleGrid } from '@mantine/core';
import { wholeNumber } from '../../../lib/format.ts';
import { useGetUsageQuery } from '../api.ts';
import { StatCard } from '../stat-card.tsx';

/** A dash while a total is not known. */
export const UsageTotals = () => {
  const { data } = useGetUsageQuery();
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" mb="md" component="dl" m={0}>
      <StatCard label="Tokens Used Today" value={wholeNumber(data?.tokens_used_today)} />
      <StatCard label="Tokens Used Past Week" value={wholeNumber(data?.tokens_used_week)} />
      <StatCard label="Tokens Used Past Month" value={wholeNumber(data?.tokens_used_month)} />
      <StatCard label="Tokens Used Total" value={wholeNumber(data?.tokens_used_total)} />
    </SimpleGrid>
  );
};
