// The kill switch for every deployment of the user.
import { Button } from '@mantine/core';
import type { TradingDeployment } from '@tradeium/contracts';
import { useState } from 'react';
import { messageOf } from '../../../lib/failure.ts';
import { counted } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useStopAllTradingMutation } from '../api.ts';
import classes from './trading-header.module.css';

type StopAllProps = { deployments: readonly Pick<TradingDeployment, 'status'>[] };

/** It stays in its place when all are stopped, and says so. */
export const StopAll = ({ deployments }: StopAllProps) => {
  const [stop, { isLoading }] = useStopAllTradingMutation();
  const [isAsking, setAsking] = useState(false);
  const confirm = async () => {
    const { data, error } = await stop();
    if (error) return showToast('error', messageOf(error));
    showToast('success', `${counted(data?.stopped ?? 0, 'deployment', 'deployments')} stopped`);
    setAsking(false);
  };
  if (deployments.every(({ status }) => status === 'ended')) return null;
  const isStopped = deployments.every(({ status }) => status === 'stopped' || status === 'ended');
  return (
    <>
      <Button
        size="xs"
        color="red"
        variant="outline"
        className={classes.stop ?? ''}
        disabled={isStopped}
        onClick={() => setAsking(true)}
      >
        {isStopped ? 'All trading stopped' : 'Stop all trading'}
      </Button>
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
