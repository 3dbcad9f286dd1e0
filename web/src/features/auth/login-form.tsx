// The login form: name and password, a code where there is a second factor, with links to reset the password and to resend the verification email.
import { Group, Stack, TextInput } from '@mantine/core';
import { loginInput } from '@tradeium/contracts';
import { useState } from 'react';
import { signedIn } from '../../core/session.ts';
import { useAppDispatch } from '../../core/store.ts';
import { isFailure, messageOf } from '../../lib/failure.ts';
import { type FieldOfCode, formErrors, refusedField } from '../../lib/forms/form-errors.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { FailureAlert } from '../../ui/loading/failure-alert.tsx';
import { useLoginMutation } from './api.ts';
import { AuthLink } from './auth-link.tsx';
import { ResendVerification } from './resend-verification.tsx';
import { SubmitButton } from './submit-button.tsx';

const isUnverified = (error: unknown): boolean =>
  isFailure(error) &&
  (error.code === 'EMAIL_NOT_VERIFIED' || error.message.toLowerCase().includes('verify your email'));

const isCodeMissing = (error: unknown): boolean =>
  isFailure(error) && error.code === 'SECOND_FACTOR_REQUIRED';

const CODE_FIELD: FieldOfCode = { SECOND_FACTOR_WRONG: 'code' };

const Rejection = ({ error, name }: { error: unknown; name: string }) => (
  <FailureAlert color={isUnverified(error) ? 'yellow' : 'red'}>
    {messageOf(error, 'Login failed')}
    {isUnverified(error) ? <ResendVerification email={name.includes('@') ? name : ''} /> : null}
  </FailureAlert>
);

/** Signs in; the guards then lead on. */
export const LoginForm = () => {
  const dispatch = useAppDispatch();
  const [login, { isLoading, error }] = useLoginMutation();
  const [asksCode, setAsksCode] = useState(false);
  const { values, field, form } = useForm({
    initial: { email: '', password: '', code: '' },
    check: ({ code, ...typed }) => formErrors(loginInput, asksCode ? { ...typed, code } : typed),
    send: async ({ email, password, code }) => {
      const { data, error: refused } = await login({
        email: email.trim(),
        password,
        ...(asksCode && { code }),
      });
      if (data) await dispatch(signedIn(data.user));
      const wrongCode = refusedField(refused, CODE_FIELD);
      setAsksCode(isCodeMissing(refused) || wrongCode !== undefined);
      return wrongCode;
    },
  });
  const isAboutForm = error && !isCodeMissing(error) && !refusedField(error, CODE_FIELD);
  return (
    <Stack>
      {isAboutForm ? <Rejection error={error} name={values.email.trim()} /> : null}
      <form {...form}>
        <Stack>
          <TextInput label="Email or username" autoComplete="username" autoFocus {...field('email')} />
          <PasswordField autoComplete="current-password" {...field('password')} />
          {asksCode ? (
            <TextInput
              label="Code"
              description="From your authenticator app, or a recovery code."
              autoComplete="one-time-code"
              spellCheck={false}
              autoFocus
              {...field('code')}
            />
          ) : null}
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
