// The user's remaining credits, and how much of the month's is used.
import { Badge, Progress, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { credits, creditsLeft, creditsUsed, shortDate, wholeNumber } from '../../lib/format.ts';
import { LoadFailure } from '../../ui/loading/load-failure.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { topUpWords, usedWords } from './usage.ts';
import { useCredits } from './use-credits.ts';

type FigureProps = { label: string; value: string; full?: string };

const Figure = ({ label, value, full }: FigureProps) => (
  <div>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Text fz={{ base: 'lg', sm: 'xl' }} fw="var(--weight-strong)" title={full}>
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
        <Figure
          label="Remaining"
          value={`${creditsLeft(vut_remaining)} VUT`}
          full={`${credits(vut_remaining)} VUT`}
        />
        <Figure
          label="Used this period"
          value={`${creditsUsed(vut_used_this_period)} VUT`}
          full={`${credits(vut_used_this_period)} VUT`}
        />
        <Figure label="Monthly limit" value={`${wholeNumber(monthly_limit)} VUT`} />
        <Figure label="Next top-up" value={shortDate(period_end)} />
      </SimpleGrid>
      <Text size="sm" mb={4}>
        {usedWords(subscription)}
      </Text>
      <Progress value={usedPercent} color={color} aria-label="Used this period, of a month's top-up" />
      <Text size="sm" c="dimmed" mt={6} mb={isKnown ? 0 : 'md'}>
        {topUpWords(subscription)}. That is the monthly limit. You can use all that remains: credits that you
        bought or were given stay until you use them.
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
