// Confirms that a user's address is taken as verified without the mail.
import { Text } from '@mantine/core';
import { messageOf } from '../../../lib/failure.ts';
import { showToast } from '../../../ui/toast.ts';
import { useVerifyUserEmailMutation } from '../api.ts';
import { ConfirmedAction } from '../confirmed-action.tsx';
import { nameOf } from '../words.ts';
import type { GrantTarget } from './grant-dialog.tsx';

const problemOf = (error: unknown): string => `Failed to verify email: ${messageOf(error)}`;

export const VerifyDialog = ({ user, onClose }: { user: GrantTarget; onClose: () => void }) => {
  const [verify] = useVerifyUserEmailMutation();
  const name = nameOf(user);
  return (
    <ConfirmedAction
      title={`Verify the email of ${name}?`}
      action="Verify Email"
      busy="Verifying..."
      reason="optional"
      send={({ intent, reason }) =>
        verify({ id: user.user_id, intent, ...(reason !== undefined && { reason }) })
      }
      problemOf={problemOf}
      onDone={() => {
        showToast('success', `The email of ${name} is verified`);
        onClose();
      }}
      onClose={onClose}
    >
      <Text size="sm">
        {user.email} counts as verified from now on, and the account gets its welcome credits.
      </Text>
    </ConfirmedAction>
  );
};
