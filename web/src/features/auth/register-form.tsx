// The registration form: e-mail and password.
import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { registerInput } from '@tradeium/contracts';
import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useGetMeQuery } from '../../app/session.ts';
import { messageOf } from '../../lib/failure.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { useRegisterMutation } from './api.ts';
import { PasswordField } from './password-field.tsx';

/** Registers; calls back with the address that the verification mail went to. */
export const RegisterForm = ({ onRegistered }: { onRegistered: (email: string) => void }) => {
  const navigate = useNavigate();
  const { refetch: refetchMe } = useGetMeQuery();
  const [values, setValues] = useState({ email: '', password: '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [register, { isLoading, error }] = useRegisterMutation();

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const found = formErrors(registerInput, values);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const { data } = await register({ email: values.email.trim(), password: values.password });
    if (!data) return;
    if (!data.access_token || !data.email_verified) return onRegistered(data.email);
    await navigate('/trading');
    refetchMe();
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {error ? (
          <Alert color="red" role="alert">
            {messageOf(error)}
          </Alert>
        ) : null}
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          autoFocus
          value={values.email}
          onChange={(event) => setValues({ ...values, email: event.currentTarget.value })}
          error={errors.email}
        />
        <PasswordField
          autoComplete="new-password"
          description="At least 6 characters"
          value={values.password}
          onChange={(password) => setValues({ ...values, password })}
          error={errors.password}
        />
        <Button type="submit" loading={isLoading} fullWidth mt={4}>
          Sign Up
        </Button>
      </Stack>
    </form>
  );
};
