// The credits page: what is left, how to buy more, what things cost, and what was bought and used.
import { Container, SimpleGrid, Stack, Title } from '@mantine/core';
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useGetMeQuery } from '../../core/session.ts';
import { useSearchParams } from '../../lib/address.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { showToast } from '../../ui/toast.ts';
import { Balance } from './balance.tsx';
import { BuyCredits } from './buy-credits.tsx';
import { CostTable } from './cost-table.tsx';
import { CreditHistory } from './credit-history.tsx';
import { DebtNotice } from './debt-notice.tsx';
import { PurchaseList } from './purchase-list.tsx';

/** The outcome with which the payment page sent the user back. */
const usePaymentOutcome = () => {
  const search = useSearchParams();
  const success = search.get('success') === 'true';
  const canceled = search.get('canceled') === 'true';
  useEffect(() => {
    if (!success && !canceled) return;
    if (success) showToast('success', 'Payment successful! Your credits will be added shortly.');
    else showToast('error', 'Payment cancelled.');
    navigate('/credits', { replace: true });
  }, [success, canceled]);
};

/** Balance, purchase, prices, history. */
export const CreditsPage = () => {
  usePageTitle('Credits');
  usePaymentOutcome();
  const { data: user } = useGetMeQuery();
  return (
    <Container size="md" py="xl">
      <Title order={1} size="h2" mb="lg">
        Credits
      </Title>
      <Stack gap="lg">
        <DebtNotice />
        <Balance />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          <BuyCredits />
          <CostTable />
        </SimpleGrid>
        <PurchaseList />
        <CreditHistory memberSince={user?.created_at ?? ''} />
      </Stack>
    </Container>
  );
};
