// The form that requests a link to reset a forgotten password.
import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { email } from '@tradeium/contracts';
import { useState } from 'react';
import { z } from 'zod';
import { isFailure, messageOf } from '../../lib/failure.ts';
import { formErrors } from '../../lib/forms/form-errors.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { FailureAlert } from '../../ui/loading/failure-alert.tsx';
import { useRequestPasswordResetMutation } from './api.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthLink } from './auth-link.tsx';
import { MailSent } from './mail-sent.tsx';
import { SubmitButton } from './submit-button.tsx';

const resetRequest = z.object({ email });

const RequestForm = ({ onSent }: { onSent: (address: string) => void }) => {
  const [request, { isLoading, error }] = useRequestPasswordResetMutation();
  const { field, form } = useForm({
    initial: { email: '' },
    check: (typed) => formErrors(resetRequest, typed),
    send: async (typed) => {
      const address = typed.email.trim();
      const { data, error: refused } = await request({ email: address });
      if (data) onSent(address);
      if (!isFailure(refused)) return undefined;
      return refused.code === 'EMAIL_INVALID' ? { email: refused.message } : undefined;
    },
  });
  return (
    <form {...form}>
      <Stack>
        {isFailure(error) && error.code !== 'EMAIL_INVALID' ? (
          <FailureAlert>{messageOf(error)}</FailureAlert>
        ) : null}
        <TextInput label="Email" type="email" autoComplete="email" autoFocus {...field('email')} />
        <SubmitButton isLoading={isLoading} error={error}>
          Send link
        </SubmitButton>
      </Stack>
    </form>
  );
};

/** The form, then one answer for every address, whether it has an account or not. */
export const ForgotPassword = () => {
  const [address, setAddress] = useState<string | null>(null);
  const footer = (
    <>
      Remembered it? <AuthLink way="login">Sign In</AuthLink>
    </>
  );
  if (address === null)
    return (
      <AuthCard
        title="Forgot your password?"
        text="Enter your account's email address. We will send you a link to choose a new password."
        footer={footer}
      >
        <RequestForm onSent={setAddress} />
      </AuthCard>
    );
  return (
    <AuthCard title="Check Your Email" footer={footer}>
      <MailSent>
        If there is an account for <strong>{address}</strong>, we have sent it a link to choose a new
        password. The link works once and expires after an hour. No mail? Check your spam folder.
      </MailSent>
      <Text size="sm" mt="md">
        <Anchor component="button" type="button" inherit onClick={() => setAddress(null)}>
          Use another address, or send it again
        </Anchor>
      </Text>
    </AuthCard>
  );
};
