// Key figures of the product, who uses most, the newest payments, and figures over time.
import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { AdminOverview } from '@tradeium/contracts';
import { messageOf } from '../../../lib/failure.ts';
import { credits, dollars, shortPercent, wholeNumber } from '../../../lib/format.ts';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { PageSection } from '../../../ui/page-section.tsx';
import { useGetOverviewQuery } from '../api.ts';
import { StatCard } from '../stat-card.tsx';
import { TopUsers } from '../top-users.tsx';
import { Metrics } from './metrics.tsx';
import { RecentPayments } from './recent-payments.tsx';

const Figures = ({ usage, payments, signups }: AdminOverview) => (
  <SimpleGrid cols={{ base: 2, sm: 3, lg: 4, xl: 6 }} spacing="sm" component="dl" m={0}>
    <StatCard label="Total Users" value={wholeNumber(usage.total_users)} />
    <StatCard label="Signups Today" value={wholeNumber(signups.signups_today)} />
    <StatCard label="Signups This Month" value={wholeNumber(signups.signups_this_month)} />
    <StatCard label="Total VUT Credits" value={credits(usage.total_vut_credits)} />
    <StatCard label="Total Revenue" value={dollars(payments.total_revenue)} />
    <StatCard label="Revenue Today" value={dollars(payments.revenue_today)} />
    <StatCard label="Revenue This Month" value={dollars(payments.revenue_this_month)} />
    <StatCard label="Successful Payments" value={wholeNumber(payments.successful_payments)} />
    <StatCard label="Tokens Used Today" value={wholeNumber(usage.total_tokens_used_today)} />
    <StatCard label="Tokens Used This Month" value={wholeNumber(usage.total_tokens_used_this_month)} />
    <StatCard label="Cache Hit Rate" value={shortPercent(usage.cache_hit_rate)} />
    <StatCard label="Pending Payments" value={wholeNumber(payments.pending_payments)} />
  </SimpleGrid>
);

const TOP_USERS = 'Top Users This Month';

const Answered = (overview: AdminOverview) => {
  const { top_users_by_usage } = overview.usage;
  const { recent_payments } = overview.payments;
  return (
    <>
      <Figures {...overview} />
      {top_users_by_usage.length === 0 ? null : (
        <PageSection id="top-users" title={TOP_USERS}>
          <TopUsers title={TOP_USERS} users={top_users_by_usage} />
        </PageSection>
      )}
      {recent_payments.length === 0 ? null : <RecentPayments payments={recent_payments} />}
    </>
  );
};

const Overview = () => {
  const { data, error, refetch } = useGetOverviewQuery();
  if (data) return <Answered {...data} />;
  return error ? (
    <LoadFailure text={`Failed to load overview data: ${messageOf(error)}`} onRetry={() => void refetch()} />
  ) : (
    <Text role="status" c="dimmed">
      Loading data...
    </Text>
  );
};

export const OverviewTab = () => (
  <Stack>
    <Overview />
    <Metrics />
  </Stack>
);
