// The login form: name and password, with links to reset the password and to resend the verification e-mail.
import { Alert, Group, Stack, TextInput } from '@mantine/core';
import { loginInput } from '@tradeium/contracts';
import { signedIn } from '../../core/session.ts';
import { useAppDispatch } from '../../core/store.ts';
import { isFailure, messageOf } from '../../lib/failure.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { useLoginMutation } from './api.ts';
import { AuthLink } from './auth-link.tsx';
import { ResendVerification } from './resend-verification.tsx';
import { SubmitButton } from './submit-button.tsx';

const isUnverified = (error: unknown): boolean =>
  isFailure(error) &&
  (error.code === 'EMAIL_NOT_VERIFIED' || error.message.toLowerCase().includes('verify your email'));

const Rejection = ({ error, name }: { error: unknown; name: string }) => (
  <Alert color={isUnverified(error) ? 'yellow' : 'red'} role="alert">
    {messageOf(error, 'Login failed')}
    {isUnverified(error) ? <ResendVerification email={name.includes('@') ? name : ''} /> : null}
  </Alert>
);

/** Signs in; the guards then lead on. */
export const LoginForm = () => {
  const dispatch = useAppDispatch();
  const [login, { isLoading, error }] = useLoginMutation();
  const { values, field, form } = useForm({
    initial: { email: '', password: '' },
    check: (typed) => formErrors(loginInput, typed),
    send: async ({ email, password }) => {
      const { data } = await login({ email: email.trim(), password });
      if (data) await dispatch(signedIn(data.user));
      return undefined;
    },
  });
  return (
    <Stack>
      {error ? <Rejection error={error} name={values.email.trim()} /> : null}
      <form {...form}>
        <Stack>
          <TextInput label="Email or username" autoComplete="username" autoFocus {...field('email')} />
          <PasswordField autoComplete="current-password" {...field('password')} />
          <SubmitButton isLoading={isLoading} error={error}>
            Sign In
          </SubmitButton>
          <Group justify="center">
            <AuthLink way="forgot" size="sm">
              Forgot your password?
            </AuthLink>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
};
