// What is left of the user's credits, and how much of the month's is used.
import { Badge, Progress, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { credits, shortDate, wholeNumber, wholePercent } from '../../lib/format.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { useCredits } from './use-credits.ts';

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Text fz={{ base: 'lg', sm: 'xl' }} fw="var(--weight-strong)">
      {value}
    </Text>
  </div>
);

/** Four figures and the usage bar; shows a free account while the real one is unavailable. */
export const Balance = () => {
  const { subscription, usedPercent, color, isLoading, isKnown, refresh } = useCredits();
  if (isLoading) return <Skeleton h={206} radius="md" />;
  const { tier, vut_remaining, vut_used_this_period, monthly_limit, period_end } = subscription;
  return (
    <PageSection
      id="balance"
      title="VUT balance"
      aside={
        <Badge variant="light" tt="capitalize">
          {tier} tier
        </Badge>
      }
    >
      <SimpleGrid cols={{ base: 2, sm: 4 }} mb="lg">
        <Figure label="Remaining" value={`${credits(vut_remaining)} VUT`} />
        <Figure label="Used this period" value={`${credits(vut_used_this_period)} VUT`} />
        <Figure label="Monthly limit" value={`${wholeNumber(monthly_limit)} VUT`} />
        <Figure label="Period ends" value={shortDate(period_end)} />
      </SimpleGrid>
      <Progress value={usedPercent} color={color} aria-label="Used of the monthly limit" />
      <Text size="sm" c="dimmed" mt={6} mb={isKnown ? 0 : 'md'}>
        {wholePercent(usedPercent / 100)} of the monthly limit used. A free account is topped up to this limit
        when a period begins; credits that you bought or were given come on top.
      </Text>
      {isKnown ? null : (
        <LoadFailure
          text="Error loading credits information. Until it loads, this page shows a free account."
          onRetry={refresh}
        />
      )}
    </PageSection>
  );
};
