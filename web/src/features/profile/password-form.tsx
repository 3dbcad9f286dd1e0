// Changes the password.
import { Button, Group, Stack, Text } from '@mantine/core';
import type { User } from '@tradeium/contracts';
import { useState } from 'react';
import { messageOf } from '../../lib/failure.ts';
import { refusedField } from '../../lib/forms/form-errors.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { PasswordStrength } from '../../ui/forms/password-strength.tsx';
import { FailureAlert } from '../../ui/loading/failure-alert.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { showToast } from '../../ui/toast.ts';
import { useUpdateProfileMutation } from './api.ts';
import { PASSWORD_FIELDS, passwordErrors } from './profile-errors.ts';

type Passwords = { currentPassword: string; newPassword: string; confirmation: string };

/** Empty fields keep the password, as the text above them says. */
const isUntouched = (typed: Passwords): boolean => Object.values(typed).every((text) => text === '');

/** The current password and the new one, twice. */
export const PasswordForm = ({ user }: { user: User }) => {
  const [update, { isLoading, error }] = useUpdateProfileMutation();
  const [isKept, setKept] = useState(false);
  const { values, field, form, reset } = useForm({
    initial: { currentPassword: '', newPassword: '', confirmation: '' },
    check: async (typed) => (isUntouched(typed) ? {} : passwordErrors(typed)),
    send: async ({ currentPassword, newPassword, confirmation }) => {
      const isKept = isUntouched({ currentPassword, newPassword, confirmation });
      setKept(isKept);
      if (isKept) return undefined;
      const { data, error: refused } = await update({ currentPassword, newPassword });
      if (!data) return refusedField(refused, PASSWORD_FIELDS);
      reset();
      showToast('success', 'Your password was changed. All other devices were logged out.');
      return undefined;
    },
  });
  return (
    <PageSection
      id="password"
      title="Password"
      text="Changing your password logs out all other devices. Leave the fields empty to keep it."
    >
      <form {...form}>
        {/* Lets password managers know whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <Stack>
          {error && !refusedField(error, PASSWORD_FIELDS) ? (
            <FailureAlert>{messageOf(error, 'Failed to update profile')}</FailureAlert>
          ) : null}
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            {...field('currentPassword')}
          />
          <PasswordField label="New password" autoComplete="new-password" {...field('newPassword')} />
          <PasswordStrength password={values.newPassword} known={[user.email, user.username]} />
          <PasswordField
            label="Repeat the new password"
            autoComplete="new-password"
            {...field('confirmation')}
          />
          <Text size="sm" c="dimmed" role="status">
            {isKept && isUntouched(values) ? 'Your password stays as it is: all fields are empty.' : ''}
          </Text>
          <Group justify="flex-end">
            <Button type="submit" loading={isLoading}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </PageSection>
  );
};
