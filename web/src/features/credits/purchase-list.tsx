// The user's purchases and their statuses.
import { Anchor, Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import type { Purchase } from '@tradeium/contracts';
import { useState } from 'react';
import { dateTime, dollars, wholeNumber } from '../../lib/format.ts';
import { LoadFailure } from '../../ui/loading/load-failure.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { useGetPurchasesQuery } from './api.ts';
import { isWebAddress } from './payment-tab.ts';
import classes from './purchase-list.module.css';
import { payLabel, purchaseBadge, purchaseText } from './purchase-words.ts';

const SHOWN = 5;

const Entry = ({ purchase }: { purchase: Purchase }) => {
  const { amount_usd, credits, created_at, payment_url } = purchase;
  const { label, color } = purchaseBadge(purchase);
  const text = purchaseText(purchase);
  const pay = payLabel(purchase);
  const what = `${wholeNumber(credits)} VUT for ${dollars(amount_usd)}`;
  return (
    <li className={classes.entry}>
      <div className={classes.what}>
        <Text size="sm" fw="var(--weight-medium)">
          {what}
        </Text>
        <Text size="xs" c="dimmed">
          {dateTime(created_at)}
        </Text>
        {text === null ? null : (
          <Text size="sm" mt={4}>
            {text}
          </Text>
        )}
      </div>
      <Group gap="sm">
        {pay !== null && payment_url !== null && isWebAddress(payment_url) ? (
          <Anchor
            href={payment_url}
            target="_blank"
            rel="noopener noreferrer"
            size="sm"
            aria-label={`${pay}: ${what}`}
          >
            {pay}
          </Anchor>
        ) : null}
        <Badge variant="light" color={color} tt="none">
          {label}
        </Badge>
      </Group>
    </li>
  );
};

const Entries = ({ purchases }: { purchases: readonly Purchase[] }) => {
  const [all, setAll] = useState(false);
  return (
    <>
      <ul className={classes.list} aria-live="polite">
        {(all ? purchases : purchases.slice(0, SHOWN)).map((purchase) => (
          <Entry key={purchase.id} purchase={purchase} />
        ))}
      </ul>
      {purchases.length > SHOWN ? (
        <Button variant="subtle" size="xs" mt="sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show Less' : 'Show More'}
        </Button>
      ) : null}
    </>
  );
};

/** Newest first. The server's updates keep it up to date, be it while the user pays in another tab. */
export const PurchaseList = () => {
  const { data, error, refetch } = useGetPurchasesQuery();
  return (
    <PageSection id="purchases" title="Purchases">
      {data === undefined && error === undefined ? <Skeleton h={56} /> : null}
      {data === undefined && error ? (
        <LoadFailure text="Error loading credits information" onRetry={refetch} />
      ) : null}
      {data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          No purchases yet. Each one will appear here, from order to credits.
        </Text>
      ) : null}
      {data && data.length > 0 ? <Entries purchases={data} /> : null}
    </PageSection>
  );
};
