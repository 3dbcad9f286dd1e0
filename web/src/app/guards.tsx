// Who may see which pages: visitors are sent to the login and come back to where they were.
import { Button, Center } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { messageOf } from '../lib/failure.ts';
import { EmptyPlace } from '../ui/empty-place.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';
import { useGetMeQuery } from './session.ts';

/** Where the login leads to; kept in the history entry, never in the address. */
export type LoginState = { from?: string } | null;

const Unreachable = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <Center component="main" mih="70vh">
    <EmptyPlace order={1} icon={IconPlugConnectedX} title="Tradeium cannot be reached" text={message}>
      <Button onClick={onRetry}>Try again</Button>
    </EmptyPlace>
  </Center>
);

/** Shows its pages to signed-in users only. */
export const SignedInOnly = () => {
  const { data: user, isLoading, error, refetch } = useGetMeQuery();
  const { pathname, search } = useLocation();
  if (isLoading) return <PageSkeleton />;
  if (user) return <Outlet />;
  if (error) return <Unreachable message={messageOf(error)} onRetry={refetch} />;
  return <Navigate to="/auth?auth=login" replace state={{ from: pathname + search } satisfies LoginState} />;
};

/** Shows its pages to visitors only; users go on to where they wanted to be. */
export const VisitorsOnly = () => {
  const { data: user, isLoading } = useGetMeQuery();
  const state = useLocation().state as LoginState;
  if (isLoading) return <PageSkeleton />;
  return user ? <Navigate to={state?.from ?? '/app/backtest'} replace /> : <Outlet />;
};
