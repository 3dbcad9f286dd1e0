// The page that the link of the verification email opens.
import { Stack, Text } from '@mantine/core';
import { ERRORS, verificationForm, WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import { useSearchParams } from '../../lib/address.ts';
import { type Failure, isFailure, messageOf } from '../../lib/failure.ts';
import { type FieldOfCode, formErrors, refusedField } from '../../lib/form-errors.ts';
import { wholeNumber } from '../../lib/format.ts';
import { commonProblem } from '../../lib/new-password.ts';
import { useForm } from '../../lib/use-form.ts';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { PasswordStrength } from '../../ui/password-strength.tsx';
import { useVerifyEmailMutation } from './api.ts';
import { AuthCard } from './auth-card.tsx';
import { GoToLogin } from './go-to-login.tsx';
import { ResendVerification } from './resend-verification.tsx';
import { SubmitButton } from './submit-button.tsx';

const FIELD_OF: FieldOfCode = {
  VERIFICATION_PASSWORD_REQUIRED: 'password',
  PASSWORD_REQUIRED: 'password',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_TOO_COMMON: 'password',
};

/** Whether the link is invalid; otherwise it may work a moment later. */
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

const Verified = () => (
  <AuthCard title="Email verified">
    <Text role="status" size="sm">
      Your account is ready. If it is your first one, {wholeNumber(WELCOME_CREDITS_VUT)} VUT credits are
      waiting. Sign in and run your first backtest.
    </Text>
    <GoToLogin isNext />
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
        <PasswordField autoComplete="new-password" autoFocus {...field('password')} />
        <PasswordStrength password={values.password} known={[]} />
        <SubmitButton isLoading={isLoading} error={error}>
          Confirm email address
        </SubmitButton>
      </Stack>
    </form>
  );
};

/** The form for the password, success, or a link that does not work. */
export const VerifyEmailPage = () => {
  const token = useSearchParams().get('token') ?? '';
  const [verifyEmail, { isSuccess, isLoading, error }] = useVerifyEmailMutation();
  if (isSuccess) return <Verified />;
  if (token === '') return <Useless text={ERRORS.VERIFICATION_TOKEN_MISSING.detail} />;
  if (isUseless(error)) return <Useless text={error.message} />;
  return (
    <AuthCard
      title="Confirm your email"
      text="Choose the password for your account. It can be the one you registered with."
    >
      <VerificationForm
        error={error}
        isLoading={isLoading}
        verify={async (password) => (await verifyEmail({ token, password })).error}
      />
    </AuthCard>
  );
};
