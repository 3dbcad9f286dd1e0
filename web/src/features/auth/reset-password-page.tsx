// The page that the link of the password reset email opens.
import { Button, Stack, Text } from '@mantine/core';
import { ERRORS } from '@tradeium/contracts';
import { Link } from 'wouter';
import { signedOut } from '../../core/session.ts';
import { useAppDispatch } from '../../core/store.ts';
import { useSearchParams } from '../../lib/address.ts';
import { type Failure, isFailure, messageOf } from '../../lib/failure.ts';
import { type FieldOfCode, refusedField } from '../../lib/forms/form-errors.ts';
import { newPasswordErrors } from '../../lib/forms/new-password.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { PasswordStrength } from '../../ui/forms/password-strength.tsx';
import { FailureAlert } from '../../ui/loading/failure-alert.tsx';
import { useResetPasswordMutation } from './api.ts';
import { AuthCard } from './auth-card.tsx';
import { GoToLogin } from './go-to-login.tsx';
import { SubmitButton } from './submit-button.tsx';

const FIELD_OF: FieldOfCode = {
  NEW_PASSWORD_TOO_SHORT: 'newPassword',
  PASSWORD_TOO_LONG: 'newPassword',
  PASSWORD_TOO_COMMON: 'newPassword',
};

const isUseless = (error: unknown): error is Failure =>
  isFailure(error) && (error.code === 'RESET_TOKEN_INVALID' || error.code === 'RESET_TOKEN_MISSING');

const Useless = ({ text }: { text: string }) => (
  <AuthCard title="This link does not work">
    <FailureAlert>{text}</FailureAlert>
    <Button component={Link} href="/auth?auth=forgot" fullWidth mt="lg">
      Send a new link
    </Button>
    <GoToLogin variant="default" />
  </AuthCard>
);

type NewPasswordFormProps = {
  error: unknown;
  isLoading: boolean;
  reset: (newPassword: string) => Promise<unknown>;
};

const NewPasswordForm = ({ error, isLoading, reset }: NewPasswordFormProps) => {
  const { values, field, form } = useForm({
    initial: { newPassword: '', confirmation: '' },
    check: newPasswordErrors,
    send: async ({ newPassword }) => refusedField(await reset(newPassword), FIELD_OF),
  });
  return (
    <form {...form}>
      <Stack>
        {error && !refusedField(error, FIELD_OF) ? <FailureAlert>{messageOf(error)}</FailureAlert> : null}
        <PasswordField label="New password" autoComplete="new-password" autoFocus {...field('newPassword')} />
        <PasswordStrength password={values.newPassword} known={[]} />
        <PasswordField
          label="Repeat the new password"
          autoComplete="new-password"
          {...field('confirmation')}
        />
        <SubmitButton isLoading={isLoading} error={error}>
          Set new password
        </SubmitButton>
      </Stack>
    </form>
  );
};

/** Form, success, or a link that does not work. */
export const ResetPasswordPage = () => {
  const search = useSearchParams();
  const token = search.get('token') ?? '';
  const dispatch = useAppDispatch();
  const [resetPassword, { isSuccess, isLoading, error }] = useResetPasswordMutation();
  if (isSuccess)
    return (
      <AuthCard title="Password changed">
        <Text role="status" size="sm">
          Your new password is active. Every device that was signed in to your account has been signed out.
        </Text>
        <GoToLogin isNext />
      </AuthCard>
    );
  if (token === '') return <Useless text={ERRORS.RESET_TOKEN_MISSING.detail} />;
  if (isUseless(error)) return <Useless text={error.message} />;
  return (
    <AuthCard title="Choose a new password" text="Every device that is signed in will be signed out.">
      <NewPasswordForm
        error={error}
        isLoading={isLoading}
        reset={async (newPassword) => {
          const { error: refused } = await resetPassword({ token, newPassword });
          if (!refused) await dispatch(signedOut());
          return refused;
        }}
      />
    </AuthCard>
  );
};
