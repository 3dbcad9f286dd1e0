// The page that the link of the verification e-mail opens.
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { isFailure } from '../../lib/failure.ts';
import { wholeNumber } from '../../lib/format.ts';
import { useVerifyEmailMutation } from './api.ts';
import { AuthCard } from './auth-card.tsx';

const Verifying = () => (
  <Stack gap="xs">
    <Text role="status" size="sm">
      Your e-mail address is being verified ...
    </Text>
    <Skeleton h={12} />
    <Skeleton h={12} w="70%" />
  </Stack>
);

const GoToLogin = () => (
  <Button component={Link} to="/auth" fullWidth mt="lg">
    Go to Login
  </Button>
);

/** Verifies the token of the address bar, once. */
export const VerifyEmailPage = () => {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [verify, { isSuccess, error }] = useVerifyEmailMutation();
  const sent = useRef(false);
  useEffect(() => {
    // A token works once: a second render of the same page must not send it again.
    if (token === '' || sent.current) return;
    sent.current = true;
    void verify({ token });
  }, [token, verify]);

  if (isSuccess)
    return (
      <AuthCard title="Email verified">
        <Text role="status" size="sm">
          Your account is ready and {wholeNumber(WELCOME_CREDITS_VUT)} VUT credits are on it. Sign in and run
          your first backtest.
        </Text>
        <GoToLogin />
      </AuthCard>
    );
  const problem = token === '' ? 'No verification token provided' : error;
  if (problem)
    return (
      <AuthCard title="Verification failed">
        <Alert color="red" role="alert">
          {typeof problem === 'string'
            ? problem
            : isFailure(problem)
              ? problem.message
              : 'An error occurred during verification'}
        </Alert>
        <GoToLogin />
      </AuthCard>
    );
  return (
    <AuthCard title="Verifying your email">
      <Verifying />
    </AuthCard>
  );
};
