// Changes the username.
import { Button, Group, TextInput } from '@mantine/core';
import { userChanged } from '../../core/session.ts';
import { useAppDispatch } from '../../core/store.ts';
import { messageOf } from '../../lib/failure.ts';
import { refusedField } from '../../lib/forms/form-errors.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { FailureAlert } from '../../ui/loading/failure-alert.tsx';
import { showToast } from '../../ui/toast.ts';
import { useUpdateProfileMutation } from './api.ts';
import { USERNAME_FIELDS, usernameErrors } from './profile-errors.ts';

/** One field, with the name that the account has now. */
export const UsernameForm = ({ current }: { current: string }) => {
  const dispatch = useAppDispatch();
  const [update, { isLoading, error }] = useUpdateProfileMutation();
  const { field, form } = useForm({
    initial: { username: current },
    check: ({ username }) => usernameErrors(username, current),
    send: async ({ username }) => {
      const { data, error: refused } = await update({ username: username.trim() });
      if (!data) return refusedField(refused, USERNAME_FIELDS);
      await dispatch(userChanged(data.user));
      showToast('success', 'Your username was changed.');
      return undefined;
    },
  });
  return (
    <form {...form}>
      {error && !refusedField(error, USERNAME_FIELDS) ? (
        <FailureAlert mb="md">{messageOf(error, 'Failed to update profile')}</FailureAlert>
      ) : null}
      <TextInput
        label="Username"
        description="Letters, numbers and underscores. You can also sign in with it."
        autoComplete="username"
        spellCheck={false}
        {...field('username')}
      />
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={isLoading}>
          Save username
        </Button>
      </Group>
    </form>
  );
};
