// Sends the verification e-mail again.
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isFailure } from '../../lib/failure.ts';
import { useResendVerificationMutation } from './api.ts';

const FAILED = 'An error occurred while sending verification email';

/** A button, and a field for the address when it is not known (somebody signed in by username). */
export const ResendVerification = ({ email }: { email: string }) => {
  const [typed, setTyped] = useState('');
  const [resend, { isLoading, isSuccess, error }] = useResendVerificationMutation();
  return (
    <>
      {email === '' ? (
        <TextInput
          mt="sm"
          label="Your email address"
          type="email"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : null}
      <Group mt="sm" gap="sm">
        <Button
          size="xs"
          variant="default"
          loading={isLoading}
          disabled={email === '' && typed.trim() === ''}
          onClick={() => resend({ email: email || typed.trim() })}
        >
          Resend verification email
        </Button>
        <Text size="sm" role="status">
          {isSuccess ? 'Verification email sent successfully!' : null}
          {error ? (isFailure(error) ? error.message : FAILED) : null}
        </Text>
      </Group>
    </>
  );
};
