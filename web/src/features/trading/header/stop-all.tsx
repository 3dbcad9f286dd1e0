// The kill switch for every deployment of the user.
import { Button } from '@mantine/core';
import type { TradingDeployment } from '@tradeium/contracts';
import { useState } from 'react';
import { messageOf } from '../../../lib/failure.ts';
import { counted } from '../../../lib/format.ts';
import { showToast } from '../../../ui/toast.ts';
import { useStopAllTradingMutation } from '../api.ts';
import { StopDialog } from '../stop-dialog.tsx';
import classes from './trading-header.module.css';

type StopAllProps = {
  deployments: readonly Pick<TradingDeployment, 'status' | 'backtest_session_id' | 'folder_display_name'>[];
};

/** It stays in its place when all are stopped, and says so. */
export const StopAll = ({ deployments }: StopAllProps) => {
  const [stop] = useStopAllTradingMutation();
  const [isAsking, setAsking] = useState(false);
  const stopAll = async (): Promise<boolean> => {
    const { data, error } = await stop();
    if (error) showToast('error', messageOf(error));
    else showToast('success', `${counted(data?.stopped ?? 0, 'deployment', 'deployments')} stopped`);
    return !error;
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
        // Not disabled, which would lose the focus of the one who has just pressed it.
        data-disabled={isStopped}
        aria-disabled={isStopped}
        onClick={() => isStopped || setAsking(true)}
      >
        {isStopped ? 'All trading stopped' : 'Stop all trading'}
      </Button>
      {isAsking ? (
        <StopDialog
          title="Stop all trading?"
          text="No deployment sends any further orders, live or on paper. Orders that the exchange already has either fill at once or are cancelled. Only you can resume each deployment."
          action="Stop all trading"
          targets={deployments
            .filter(({ status }) => status === 'active' || status === 'paused')
            .map((each) => ({ chatId: each.backtest_session_id, name: each.folder_display_name }))}
          onStop={stopAll}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
};
