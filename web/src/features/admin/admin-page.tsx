// The entrance to the admin dashboard: only the server decides on access.
import { Button, Center } from '@mantine/core';
import { IconLayoutDashboard, IconLock } from '@tabler/icons-react';
import { Link } from 'wouter';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { EmptyPlace } from '../../ui/empty-place.tsx';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { useCheckAdminAccessQuery } from './api.ts';

const hasAccess = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'has_access' in answer && answer.has_access === true;

const GoToApp = () => (
  <Button component={Link} href="/app">
    Go to App
  </Button>
);

/** Checking, then denied or allowed; an error of the check means no access. */
export const AdminPage = () => {
  usePageTitle('Admin');
  const { data, isLoading } = useCheckAdminAccessQuery();
  if (isLoading) return <PageSkeleton />;
  return (
    <Center mih="70vh">
      {hasAccess(data) ? (
        <EmptyPlace
          order={1}
          icon={IconLayoutDashboard}
          title="The admin dashboard is not available yet"
          text="It will show users, payments, usage and live trading across all accounts."
        >
          <GoToApp />
        </EmptyPlace>
      ) : (
        <EmptyPlace
          order={1}
          icon={IconLock}
          title="Access Denied"
          text="You don't have permission to access the admin dashboard."
        >
          <GoToApp />
        </EmptyPlace>
      )}
    </Center>
  );
};
