// The login form: name and password, and a way on for those who have not verified their e-mail yet.
import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { loginInput } from '@tradeium/contracts';
import { type SubmitEvent, useState } from 'react';
import { signedIn } from '../../app/session.ts';
import { useAppDispatch } from '../../app/store.ts';
import { type Failure, isFailure } from '../../lib/failure.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { useLoginMutation } from './api.ts';
import { PasswordField } from './password-field.tsx';
import { ResendVerification } from './resend-verification.tsx';

const isUnverified = ({ code, message }: Failure): boolean =>
  code === 'EMAIL_NOT_VERIFIED' || message.toLowerCase().includes('verify your email');

const Rejection = ({ failure, name }: { failure: Failure; name: string }) => (
  <Alert color={isUnverified(failure) ? 'yellow' : 'red'} role="alert">
    {failure.message}
    {isUnverified(failure) ? <ResendVerification email={name.includes('@') ? name : ''} /> : null}
  </Alert>
);

/** Signs in; the guards then lead on. */
export const LoginForm = () => {
  const dispatch = useAppDispatch();
  const [values, setValues] = useState({ email: '', password: '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [login, { isLoading, error }] = useLoginMutation();

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const found = formErrors(loginInput, values);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const { data } = await login({ email: values.email.trim(), password: values.password });
    if (data) await dispatch(signedIn(data.user));
  };

  const failure = isFailure(error) ? error : undefined;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {failure ? <Rejection failure={failure} name={values.email.trim()} /> : null}
        <TextInput
          label="Email or username"
          name="email"
          autoComplete="username"
          autoFocus
          value={values.email}
          onChange={(event) => setValues({ ...values, email: event.currentTarget.value })}
          error={errors.email}
        />
        <PasswordField
          autoComplete="current-password"
          value={values.password}
          onChange={(password) => setValues({ ...values, password })}
          error={errors.password}
        />
        <Button type="submit" loading={isLoading} fullWidth mt={4}>
          Sign In
        </Button>
      </Stack>
    </form>
  );
};
