// The dialog of an action on an account that takes nothing but a reason.
import { Text } from '@mantine/core';
import type { ActionGiven } from '../confirmed-action.tsx';
import { ConfirmedAction } from '../confirmed-action.tsx';
import { SIMPLE_ACTIONS, type SimpleAction } from './action-words.ts';
import { announced, type DialogProps } from './dialog-props.ts';
import {
  useEndUserSessionsMutation,
  useLockUserMutation,
  useResetUserSecondFactorMutation,
  useStopUserDeploymentsMutation,
  useUnlockUserMutation,
} from './user-api.ts';

const useSend = (id: string, action: SimpleAction) => {
  const [endSessions] = useEndUserSessionsMutation();
  const [lock] = useLockUserMutation();
  const [unlock] = useUnlockUserMutation();
  const [resetSecondFactor] = useResetUserSecondFactorMutation();
  const [stopDeployments] = useStopUserDeploymentsMutation();
  const send = {
    'end-sessions': endSessions,
    lock,
    unlock,
    'reset-second-factor': resetSecondFactor,
    'stop-deployments': stopDeployments,
  }[action];
  return ({ reason = '', ...given }: ActionGiven) => announced(send({ id, reason, ...given }));
};

export const SimpleActionDialog = ({ user, action, onClose }: DialogProps & { action: SimpleAction }) => {
  const { text, ...words } = SIMPLE_ACTIONS[action];
  return (
    <ConfirmedAction {...words} send={useSend(user.user_id, action)} onDone={onClose} onClose={onClose}>
      <Text size="sm">
        <bdi>{user.username}</bdi>: {text}
      </Text>
    </ConfirmedAction>
  );
};
