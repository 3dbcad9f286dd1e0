// Access to pages: visitors are sent to the login, and back afterwards.
import { Button, Center } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { PropsWithChildren } from 'react';
import { Redirect } from 'wouter';
import { type LoginState, useGetMeQuery } from '../core/session.ts';
import { useAddress } from '../lib/address.ts';
import { messageOf } from '../lib/failure.ts';
import { EmptyPlace } from '../ui/loading/empty-place.tsx';
import { PageSkeleton } from '../ui/loading/page-skeleton.tsx';

const Unreachable = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <Center component="main" mih="70vh">
    <EmptyPlace order={1} icon={IconPlugConnectedX} title="Tradeium cannot be reached" text={message}>
      <Button onClick={onRetry}>Try again</Button>
    </EmptyPlace>
  </Center>
);

/** Shows its pages to signed-in users only. */
export const SignedInOnly = ({ children }: PropsWithChildren) => {
  const { data: user, isLoading, error, refetch } = useGetMeQuery();
  const { pathname, search } = useAddress();
  if (isLoading) return <PageSkeleton />;
  if (user) return children;
  if (error) return <Unreachable message={messageOf(error)} onRetry={refetch} />;
  const from = pathname + search;
  // Redirects once per address; going back to another guarded address redirects again.
  return <Redirect key={from} href="/auth?auth=login" replace state={{ from } satisfies LoginState} />;
};

/** Shows its pages to visitors only; users are redirected to their destination. */
export const VisitorsOnly = ({ children }: PropsWithChildren) => {
  const { data: user, isLoading } = useGetMeQuery();
  const { pathname, search, state } = useAddress();
  const to = (state as LoginState)?.from ?? '/app/backtest';
  if (isLoading) return <PageSkeleton />;
  return user ? <Redirect key={pathname + search} href={to} replace /> : children;
};
