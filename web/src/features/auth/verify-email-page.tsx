// The page that the link of the verification e-mail opens.
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { ERRORS, WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import { useEffect, useRef } from 'react';
import { useSearchParams } from '../../lib/address.ts';
import { isFailure, messageOf } from '../../lib/failure.ts';
import { wholeNumber } from '../../lib/format.ts';
import { useVerifyEmailMutation } from './api.ts';
import { AuthCard } from './auth-card.tsx';
import { GoToLogin } from './go-to-login.tsx';
import { ResendVerification } from './resend-verification.tsx';

const Verifying = () => (
  <Stack gap="xs">
    <Text role="status" size="sm">
      Verifying your e-mail address ...
    </Text>
    <Skeleton h={12} />
    <Skeleton h={12} w="70%" />
  </Stack>
);

/** Whether the server judged the token; otherwise the same link may work a moment later. */
const isRefused = (error: unknown): boolean =>
  isFailure(error) && typeof error.status === 'number' && error.status < 500 && error.status !== 429;

const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <AuthCard title="Verification failed">
    <Alert color="red" role="alert">
      {isFailure(error) && typeof error.status === 'number'
        ? messageOf(error, 'Verification failed')
        : 'An error occurred during verification'}
    </Alert>
    {isRefused(error) ? (
      <>
        <Text size="sm" mt="sm">
          If you have already verified your address, log in. Otherwise, request a new link.
        </Text>
        <ResendVerification email="" />
      </>
    ) : (
      <Button fullWidth mt="lg" onClick={onRetry}>
        Try again
      </Button>
    )}
    <GoToLogin variant={isRefused(error) ? 'filled' : 'default'} />
  </AuthCard>
);

/** Verifies the token of the address bar, once. */
export const VerifyEmailPage = () => {
  const search = useSearchParams();
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
          Your account is ready and {wholeNumber(WELCOME_CREDITS_VUT)} VUT credits are waiting. Sign in and
          run your first backtest.
        </Text>
        <GoToLogin />
      </AuthCard>
    );
  const missing = { status: 400, message: ERRORS.VERIFICATION_TOKEN_MISSING.detail };
  const problem = token === '' ? missing : error;
  if (problem) return <Failed error={problem} onRetry={() => void verify({ token })} />;
  return (
    <AuthCard title="Verifying your email">
      <Verifying />
    </AuthCard>
  );
};
