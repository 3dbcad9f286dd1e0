// The page that the link of the verification email opens.
import { Button, Stack, Text } from '@mantine/core';
import { ERRORS, verificationForm, WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { signedIn } from '../../core/session.ts';
import { useAppDispatch } from '../../core/store.ts';
import { useSearchParams } from '../../lib/address.ts';
import { type Failure, isFailure, messageOf } from '../../lib/failure.ts';
import { wholeNumber } from '../../lib/format.ts';
import { type FieldOfCode, formErrors, refusedField } from '../../lib/forms/form-errors.ts';
import { commonProblem } from '../../lib/forms/new-password.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { PasswordStrength } from '../../ui/forms/password-strength.tsx';
import { FailureAlert } from '../../ui/loading/failure-alert.tsx';
import { useVerifyEmailMutation } from './api.ts';
import { AuthCard } from './auth-card.tsx';
import { GoToLogin } from './go-to-login.tsx';
import { ResendVerification } from './resend-verification.tsx';
import { SubmitButton } from './submit-button.tsx';

const FIELD_OF: FieldOfCode = {
  PASSWORD_REQUIRED: 'password',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_TOO_COMMON: 'password',
};

/** True if the link is invalid; otherwise it may work a moment later. */
const isUseless = (error: unknown): error is Failure =>
  isFailure(error) &&
  (error.code === 'VERIFICATION_TOKEN_INVALID' || error.code === 'VERIFICATION_TOKEN_MISSING');

const Useless = ({ text }: { text: string }) => (
  <AuthCard title="Verification failed">
    <FailureAlert>{text}</FailureAlert>
    <Text size="sm" mt="sm">
      If you have already verified your address, log in. Otherwise, request a new link.
    </Text>
    <ResendVerification email="" />
    <GoToLogin />
  </AuthCard>
);

const CREDITS = `If it is your first one, ${wholeNumber(WELCOME_CREDITS_VUT)} VUT credits are waiting.`;

const Verified = () => (
  <AuthCard title="Email verified">
    <Text role="status" size="sm">
      Your account is ready. {CREDITS} Log in with the password that you typed, and run your first backtest.
    </Text>
    <GoToLogin isNext />
  </AuthCard>
);

const focus = (link: HTMLElement | null): void => link?.focus();

const SignedIn = () => (
  <AuthCard title="Email verified">
    <Text role="status" size="sm">
      Your account is ready, and you are signed in. {CREDITS}
    </Text>
    <Button component={Link} href="/app/backtest" fullWidth mt="lg" ref={focus}>
      Open Workspace
    </Button>
  </AuthCard>
);

const Verifying = () => (
  <AuthCard title="Verifying your email">
    <Text role="status" size="sm">
      One moment, please.
    </Text>
  </AuthCard>
);

type VerificationFormProps = {
  error: unknown;
  isLoading: boolean;
  verify: (password: string) => Promise<unknown>;
};

const failureText = (error: unknown): string =>
  isFailure(error) && typeof error.status === 'number'
    ? messageOf(error, 'Verification failed')
    : 'An error occurred during verification';

const VerificationForm = ({ error, isLoading, verify }: VerificationFormProps) => {
  const { values, field, form } = useForm({
    initial: { password: '' },
    check: async (typed) => {
      const errors = formErrors(verificationForm, typed);
      const problem = errors.password ?? (await commonProblem(typed.password));
      return problem === undefined ? errors : { password: problem };
    },
    send: async ({ password }) => refusedField(await verify(password), FIELD_OF),
  });
  return (
    <form {...form}>
      <Stack>
        {error && !refusedField(error, FIELD_OF) ? <FailureAlert>{failureText(error)}</FailureAlert> : null}
        <PasswordField autoComplete="current-password" autoFocus {...field('password')} />
        <PasswordStrength password={values.password} known={[]} />
        <SubmitButton isLoading={isLoading} error={error}>
          Confirm email address
        </SubmitButton>
      </Stack>
    </form>
  );
};

type TryAgainProps = { error: unknown; isLoading: boolean; onRetry: () => void };

const TryAgain = ({ error, isLoading, onRetry }: TryAgainProps) => (
  <AuthCard title="Verification failed">
    <FailureAlert>{failureText(error)}</FailureAlert>
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onRetry();
      }}
    >
      <SubmitButton isLoading={isLoading} error={error}>
        Try again
      </SubmitButton>
    </form>
  </AuthCard>
);

/** `form`: this browser did not register, so the link needs a password, and that of the registration signs in. */
type Stage = 'opened' | 'form' | 'verified' | 'signed-in';

/** Sends the token of a link, at first without a password. */
const useVerification = (token: string) => {
  const dispatch = useAppDispatch();
  const [{ stage, error }, setOutcome] = useState<{ stage: Stage; error?: unknown }>({ stage: 'opened' });
  const [verifyEmail, { isLoading }] = useVerifyEmailMutation();
  const verify = async (proof: { same_browser: true } | { password: string }) => {
    const { data, error: refused } = await verifyEmail({ token, ...proof });
    if (data) setOutcome({ stage: data.user ? 'signed-in' : 'verified' });
    else if (isFailure(refused) && refused.code === 'VERIFICATION_PASSWORD_REQUIRED')
      setOutcome({ stage: 'form' });
    else setOutcome((before) => ({ ...before, error: refused }));
    if (data?.user) await dispatch(signedIn(data.user));
    return refused;
  };
  return { stage, isLoading, error, verify };
};

const Verification = ({ token }: { token: string }) => {
  const { stage, isLoading, error, verify } = useVerification(token);
  const open = () => void verify({ same_browser: true });
  const isOpened = useRef(false);
  useEffect(() => {
    if (!isOpened.current) open();
    isOpened.current = true;
  });
  if (stage === 'signed-in') return <SignedIn />;
  if (stage === 'verified') return <Verified />;
  if (isUseless(error)) return <Useless text={error.message} />;
  if (stage === 'opened')
    return error ? <TryAgain error={error} isLoading={isLoading} onRetry={open} /> : <Verifying />;
  return (
    <AuthCard
      title="Confirm your email"
      text="Type the password that you registered with, and you are signed in. If you type another one, it becomes the password of your account, and you log in with it."
    >
      <VerificationForm
        error={isLoading ? undefined : error}
        isLoading={isLoading}
        verify={(password) => verify({ password })}
      />
    </AuthCard>
  );
};

/** Verifying, then success in the browser that registered and the form for the password in any other, or a link that does not work. */
export const VerifyEmailPage = () => {
  const token = useSearchParams().get('token') ?? '';
  if (token === '') return <Useless text={ERRORS.VERIFICATION_TOKEN_MISSING.detail} />;
  return <Verification key={token} token={token} />;
};
