// Deletes the account, after its password and name were typed.
import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import type { User } from '@tradeium/contracts';
import { leave } from '../../core/session.ts';
import { messageOf } from '../../lib/failure.ts';
import { refusedField } from '../../lib/forms/form-errors.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { FailureAlert } from '../../ui/loading/failure-alert.tsx';
import { useDeleteAccountMutation } from './api.ts';
import { DELETION_FIELDS, deletionErrors } from './profile-errors.ts';

type DeleteAccountDialogProps = { user: User; opened: boolean; onClose: () => void };

const DeletionForm = ({ user, onClose }: Omit<DeleteAccountDialogProps, 'opened'>) => {
  const name = user.username || user.email;
  const [deleteAccount, { isLoading, isSuccess, error }] = useDeleteAccountMutation();
  const { field, form } = useForm({
    initial: { password: '', confirmation: '' },
    check: (typed) => deletionErrors(typed, name),
    send: async ({ password }) => {
      const { data, error: refused } = await deleteAccount({ password });
      if (!data) return refusedField(refused, DELETION_FIELDS);
      leave();
      return undefined;
    },
  });
  return (
    <form {...form}>
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <Stack>
        {error && !refusedField(error, DELETION_FIELDS) ? (
          <FailureAlert>{messageOf(error, 'Failed to delete the account')}</FailureAlert>
        ) : null}
        <PasswordField autoComplete="current-password" {...field('password')} />
        <TextInput
          label={`Type ${name} to confirm`}
          autoComplete="off"
          spellCheck={false}
          {...field('confirmation')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={isLoading || isSuccess}>
            Delete my account
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** Says what is lost before it asks. */
export const DeleteAccountDialog = ({ user, opened, onClose }: DeleteAccountDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Delete your account?">
    <Text size="sm">This cannot be undone, not even by us. You lose:</Text>
    <List size="sm" my="sm" spacing={4}>
      <List.Item>all remaining credits, including those you bought, and open purchases</List.Item>
      <List.Item>all chats, strategies and backtest results</List.Item>
      <List.Item>your username, and access from every device</List.Item>
      <List.Item>
        trading, live and on paper: deployments end and your exchange keys are removed. What is in your
        exchange account stays there, and nothing is sold
      </List.Item>
    </List>
    <Text size="sm" mb="sm">
      A rebalance that is under way may still send an order. To rule that out, press Stop all trading on the
      Trading page first.
    </Text>
    <DeletionForm user={user} onClose={onClose} />
  </Dialog>
);
