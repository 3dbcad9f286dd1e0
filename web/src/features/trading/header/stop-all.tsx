// The kill switch for every deployment of the user.
import { ActionIcon } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/failure.ts';
import { counted } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useStopAllTradingMutation } from '../api.ts';

export const StopAll = () => {
  const [stop, { isLoading }] = useStopAllTradingMutation();
  const [isAsking, setAsking] = useState(false);
  const confirm = async () => {
    const { data, error } = await stop();
    if (error) return showToast('error', messageOf(error));
    showToast('success', `${counted(data?.stopped ?? 0, 'deployment', 'deployments')} stopped`);
    setAsking(false);
  };
  return (
    <>
      <ActionIcon
        size={30}
        color="red"
        variant="light"
        aria-label="Stop all trading"
        title="Stop all trading"
        onClick={() => setAsking(true)}
      >
        <IconHandStop size={17} aria-hidden />
      </ActionIcon>
      {isAsking ? (
        <ConfirmDialog
          title="Stop all trading?"
          text="No deployment sends a further order, live or on paper. Positions stay as they are. Only you can resume each of them."
          action="Stop all trading"
          isDanger
          isBusy={isLoading}
          onConfirm={() => void confirm()}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
};
