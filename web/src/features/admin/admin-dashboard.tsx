// The admin dashboard: its head, its tabs, and the one that the address names. Each tab is loaded when it is first shown.
import { Group, Title } from '@mantine/core';
import { type ComponentType, Suspense } from 'react';
import { lazyNamed } from '../../lib/loading/lazy-named.ts';
import { PageSkeleton } from '../../ui/loading/page-skeleton.tsx';
import classes from './admin-dashboard.module.css';
import { AdminTabs } from './admin-tabs.tsx';
import { type TabId, usePlace } from './place.ts';
import { SearchField } from './search/search-field.tsx';

const UserPage = lazyNamed(() => import('./user-page/user-page.tsx'), 'UserPage');
const PAGES: Readonly<Record<TabId, ComponentType>> = {
  overview: lazyNamed(() => import('./overview/overview-tab.tsx'), 'OverviewTab'),
  users: lazyNamed(() => import('./lists/users-tab.tsx'), 'UsersTab'),
  trading: lazyNamed(() => import('./lists/trading-tab.tsx'), 'TradingTab'),
  payments: lazyNamed(() => import('./lists/payments-tab.tsx'), 'PaymentsTab'),
  usage: lazyNamed(() => import('./lists/usage-tab.tsx'), 'UsageTab'),
  audit: lazyNamed(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  system: lazyNamed(() => import('./system/system-page.tsx'), 'SystemPage'),
};

/** The pages of operators; a user's page stands in place of the list of users. */
export const AdminDashboard = () => {
  const { tab, userId } = usePlace();
  const Page = PAGES[tab];
  return (
    <div className={classes.page}>
      <Group justify="space-between" gap="sm">
        <Title order={1} size="h2">
          Admin
        </Title>
        <SearchField />
      </Group>
      <AdminTabs current={tab} />
      <Suspense fallback={<PageSkeleton />}>
        {userId === null ? <Page /> : <UserPage key={userId} id={userId} />}
      </Suspense>
    </div>
  );
};
