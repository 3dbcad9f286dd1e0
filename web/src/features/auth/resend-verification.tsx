// Sends the verification email again.
import { Button, Group, Text, TextInput } from '@mantine/core';
import { email as emailSchema } from '@tradeium/contracts';
import { useState } from 'react';
import { isFailure, messageOf } from '../../lib/failure.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { useResendVerificationMutation } from './api.ts';

/** A refusal is shown in the server's words, a lost request in ours. */
const failureText = (error: unknown): string =>
  isFailure(error) && typeof error.status === 'number'
    ? messageOf(error, 'Failed to send verification email')
    : 'An error occurred while sending verification email';

/** A button, and a field for the address when it is unknown (after a login by username). */
export const ResendVerification = ({ email }: { email: string }) => {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [resend, { isLoading, isSuccess, error }] = useResendVerificationMutation();
  const send = () => {
    const address = email || typed.trim();
    const found = formErrors(emailSchema, address)[''];
    setProblem(found);
    if (found === undefined) void resend({ email: address });
  };
  return (
    <>
      {email === '' ? (
        <TextInput
          mt="sm"
          label="Your email address"
          type="email"
          autoComplete="email"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={problem}
        />
      ) : null}
      <Group mt="sm" gap="sm">
        <Button size="xs" variant="default" loading={isLoading} onClick={send}>
          Resend verification email
        </Button>
        <Text size="sm" role="status">
          {isSuccess ? 'Verification email sent successfully!' : null}
          {error ? failureText(error) : null}
        </Text>
      </Group>
    </>
  );
};
