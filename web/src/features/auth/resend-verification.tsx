// Sends the verification email again.
import { Button, Group, Text, TextInput } from '@mantine/core';
import { email as emailSchema } from '@tradeium/contracts';
import { z } from 'zod';
import { isFailure, messageOf } from '../../lib/failure.ts';
import { formErrors } from '../../lib/forms/form-errors.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { useResendVerificationMutation } from './api.ts';

const resendInput = z.object({ email: emailSchema });

/** A refusal is shown in the server's words, a lost request in ours. */
const failureText = (error: unknown): string =>
  isFailure(error) && typeof error.status === 'number'
    ? messageOf(error, 'Failed to send verification email')
    : 'An error occurred while sending verification email';

/** A button, and a field for the address when it is unknown (after a login by username). */
export const ResendVerification = ({ email }: { email: string }) => {
  const [resend, { isLoading, isSuccess, error }] = useResendVerificationMutation();
  const wanted = (typed: string) => ({ email: email || typed.trim() });
  const { field, form } = useForm({
    initial: { email: '' },
    check: (typed) => formErrors(resendInput, wanted(typed.email)),
    send: async (typed) => {
      await resend(wanted(typed.email));
      return undefined;
    },
  });
  return (
    <form {...form}>
      {email === '' ? (
        <TextInput mt="sm" label="Your email address" type="email" autoComplete="email" {...field('email')} />
      ) : null}
      <Group mt="sm" gap="sm">
        <Button size="xs" variant="default" type="submit" loading={isLoading}>
          Resend verification email
        </Button>
        <Text size="sm" role="status">
          {isSuccess ? 'Verification email sent successfully!' : null}
          {error ? failureText(error) : null}
        </Text>
      </Group>
    </form>
  );
};
