// The fields that every change of the second factor asks for: a code and the password.
import { Stack, TextInput } from '@mantine/core';
import type { useForm } from '../../lib/forms/use-form.ts';
import { PasswordField } from '../../ui/forms/password-field.tsx';

export type ProofValues = { code: string; password: string };

type ProofFieldsProps = {
  field: ReturnType<typeof useForm<ProofValues>>['field'];
  /** Where the code comes from. */
  description: string;
};

export const ProofFields = ({ field, description }: ProofFieldsProps) => (
  <Stack>
    <TextInput
      label="Code"
      description={description}
      autoComplete="one-time-code"
      spellCheck={false}
      data-autofocus
      {...field('code')}
    />
    <PasswordField label="Current password" autoComplete="current-password" {...field('password')} />
  </Stack>
);
