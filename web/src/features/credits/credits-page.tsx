// The credits page: what is left, what was used, and what it was used for.
import { Badge, Container, Group, Paper, Progress, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { credits, shortDate, wholeNumber } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { showToast } from '../../ui/toast.ts';
import { CostTable } from './cost-table.tsx';
import { CreditHistory } from './credit-history.tsx';
import { useCredits } from './use-credits.ts';

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Text size="xl" fw={650}>
      {value}
    </Text>
  </div>
);

/** What the payment page sent the user back with. */
const usePaymentOutcome = () => {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const success = search.get('success') === 'true';
  const canceled = search.get('canceled') === 'true';
  useEffect(() => {
    if (!success && !canceled) return;
    if (success) showToast('success', 'Payment successful! Your credits will be added shortly.');
    else showToast('error', 'Payment cancelled.');
    void navigate('/credits', { replace: true });
  }, [success, canceled, navigate]);
};

const Balance = () => {
  const { subscription, usedPercent, color, isLoading } = useCredits();
  if (isLoading) return <Skeleton h={170} />;
  const { tier, vut_remaining, vut_used_this_period, monthly_limit, period_end } = subscription;
  return (
    <Paper withBorder p="lg" radius="md" component="section" aria-labelledby="balance">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4" id="balance">
          VUT balance
        </Title>
        <Badge variant="light" tt="capitalize">
          {tier} tier
        </Badge>
      </Group>
      <SimpleGrid cols={{ base: 2, sm: 4 }} mb="lg">
        <Figure label="Remaining" value={`${credits(vut_remaining)} VUT`} />
        <Figure label="Used this period" value={`${credits(vut_used_this_period)} VUT`} />
        <Figure label="Monthly limit" value={`${wholeNumber(monthly_limit)} VUT`} />
        <Figure label="Period ends" value={shortDate(period_end)} />
      </SimpleGrid>
      <Progress value={usedPercent} color={color} aria-label="Used of the monthly limit" />
      <Text size="sm" c="dimmed" mt={6}>
        {usedPercent.toFixed(0)}% of the monthly limit used
      </Text>
    </Paper>
  );
};

/** Balance, history and prices. */
export const CreditsPage = () => {
  usePageTitle('Credits');
  usePaymentOutcome();
  return (
    <Container size="md" py="xl">
      <Title order={1} size="h2" mb="lg">
        Credits
      </Title>
      <Balance />
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="lg" spacing="lg">
        <CreditHistory />
        <CostTable />
      </SimpleGrid>
    </Container>
  );
};
