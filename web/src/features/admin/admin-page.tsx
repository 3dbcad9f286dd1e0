// The entrance to the admin dashboard: only the server decides on access.
import { Button, Center, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { lazyNamed } from '../../lib/loading/lazy-named.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { EmptyPlace } from '../../ui/loading/empty-place.tsx';
import { PageSkeleton } from '../../ui/loading/page-skeleton.tsx';
import { useAccess } from './use-role.ts';

const AdminDashboard = lazyNamed(() => import('./admin-dashboard.tsx'), 'AdminDashboard');

/** Checking, then denied or allowed; an error of the check means no access. */
export const AdminPage = () => {
  usePageTitle('Admin');
  const access = useAccess();
  if (access === 'checking')
    return (
      <Center mih="70vh">
        <Text role="status" c="dimmed">
          Checking access...
        </Text>
      </Center>
    );
  if (access !== 'denied')
    return (
      <Suspense fallback={<PageSkeleton />}>
        <AdminDashboard />
      </Suspense>
    );
  return (
    <Center mih="70vh">
      <EmptyPlace
        order={1}
        icon={IconLock}
        title="Access Denied"
        text="You don't have permission to access the admin dashboard."
      >
        <Button component={Link} href="/app">
          Go to App
        </Button>
      </EmptyPlace>
    </Center>
  );
};
