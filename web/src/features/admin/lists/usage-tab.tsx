// Tokens used, how many of them were cached, and who used most.
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { messageOf } from '../../../lib/failure.ts';
import { shortPercent, wholeNumber } from '../../../lib/format.ts';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { PageSection } from '../../../ui/page-section.tsx';
import { useGetUsageQuery } from '../api.ts';
import { StatCard } from '../stat-card.tsx';
import { TopUsers } from '../top-users.tsx';

const TITLE = 'Top Users by Token Usage';

export const UsageTab = () => {
  const { data, error, refetch } = useGetUsageQuery();
  if (!data)
    return error ? (
      <LoadFailure text={`Failed to load usage data: ${messageOf(error)}`} onRetry={() => void refetch()} />
    ) : (
      <Text role="status" c="dimmed">
        Loading usage data...
      </Text>
    );
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" component="dl" m={0}>
        <StatCard label="Tokens Used Today" value={wholeNumber(data.tokens_used_today)} />
        <StatCard label="Tokens Used This Month" value={wholeNumber(data.tokens_used_this_month)} />
        <StatCard label="Cache Hit Rate" value={shortPercent(data.cache_hit_rate)} />
      </SimpleGrid>
      <PageSection id="top-users" title={TITLE}>
        {data.top_users_by_usage.length === 0 ? (
          <Text size="sm" c="dimmed">
            Nobody has used tokens this month.
          </Text>
        ) : (
          <TopUsers title={TITLE} users={data.top_users_by_usage} />
        )}
      </PageSection>
    </Stack>
  );
};
