// A user's balance, spending and payments, and whether the books agree.
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { AdminUserPage } from '@tradeium/contracts';
import { counted, credits, dollars } from '../../../lib/format.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import classes from './user-page.module.css';

type Balance = AdminUserPage['balance'];

const figuresOf = (balance: Balance) => [
  { name: 'Available', text: `${credits(balance.available)} VUT` },
  { name: 'Reserved', text: `${credits(balance.reserved)} VUT` },
  { name: 'Spent', text: `${credits(balance.spent)} VUT` },
  { name: 'Owed', text: `${credits(balance.owed)} VUT`, isBad: balance.owed > 0 },
  { name: 'Granted', text: `${credits(balance.granted)} VUT` },
  { name: 'Bought', text: `${credits(balance.bought)} VUT` },
  { name: 'Paid', text: dollars(balance.paid_usd) },
];

const Books = ({ adds_up, entries }: Balance) => {
  const count = counted(entries, 'entry', 'entries');
  return adds_up ? (
    <Text size="sm" className={classes.books ?? ''}>
      <IconCircleCheck size={18} aria-hidden /> The ledger adds up ({count}).
    </Text>
  ) : (
    <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert">
      The ledger does not add up ({count}): its entries do not sum to these balances.
    </Alert>
  );
};

export const BalanceCard = ({ balance }: { balance: Balance }) => (
  <PageSection id="balance" title="Credits">
    <dl className={classes.figures}>
      {figuresOf(balance).map(({ name, text, isBad = false }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-loss={isBad || undefined}>{text}</dd>
        </div>
      ))}
    </dl>
    <Books {...balance} />
  </PageSection>
);
