// Takes a grant of credits back.
import { Text } from '@mantine/core';
import type { AdminLedgerLine } from '@tradeium/contracts';
import { credits, dateTime } from '../../../lib/format.ts';
import { ConfirmedAction } from '../confirmed-action.tsx';
import { announced, type DialogProps } from './dialog-props.ts';
import { useReverseUserGrantMutation } from './user-api.ts';

export const ReverseGrant = ({ user, line, onClose }: DialogProps & { line: AdminLedgerLine }) => {
  const [reverse] = useReverseUserGrantMutation();
  const sent = { id: user.user_id, grant: line.operation_id };
  return (
    <ConfirmedAction
      title="Take this grant back?"
      action="Reverse the grant"
      busy="Reversing..."
      isDanger
      send={({ reason = '', ...given }) => announced(reverse({ ...sent, reason, ...given }))}
      onDone={onClose}
      onClose={onClose}
    >
      <Text size="sm">
        {line.description}, {dateTime(line.at)}. {credits(line.available_change)} VUT are taken from{' '}
        <bdi>{user.username}</bdi>. What of it is spent or reserved by now is owed, and paid by the next
        credits that arrive.
      </Text>
    </ConfirmedAction>
  );
};
