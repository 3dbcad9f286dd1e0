// The current run: its steps and progress, with controls to cancel it and to be notified of its end.
import { Button, Progress, Text } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { RUN_STEPS } from '@tradeium/contracts';
import { useAppDispatch, useAppSelector } from '../../core/store.ts';
import { useCommand } from '../../lib/commands/use-command.ts';
import { counted } from '../../lib/format.ts';
import classes from './execute-bar.module.css';
import { cancelRun } from './execute-run.ts';
import { NotifySwitch } from './notify-switch.tsx';
import { shareOf, stepWords } from './progress.ts';
import { type ActiveRun, selectOtherRunsCount } from './run-slice.ts';
import { RunSteps } from './run-steps.tsx';

/** The announcement for screen readers; the list shows the same. */
const stepText = ({ progress, isChecking, isCancelling, isReconnecting }: ActiveRun): string => {
  if (isCancelling) return 'Cancelling ...';
  if (isReconnecting) return 'Connection lost, trying again ...';
  if (isChecking) return 'Checking the code ...';
  if (progress === null) return 'Starting ...';
  return `Step ${RUN_STEPS.indexOf(progress.step) + 1} of ${RUN_STEPS.length}: ${stepWords(progress)}`;
};

const Origin = ({ isOwn, others }: { isOwn: boolean; others: number }) => {
  const texts = [
    ...(isOwn ? [] : ['Started in another tab or on another device.']),
    ...(others > 0 ? [`${counted(others, 'other backtest is', 'other backtests are')} running.`] : []),
  ];
  return texts.length === 0 ? null : (
    <Text size="xs" c="dimmed">
      {texts.join(' ')}
    </Text>
  );
};

/** Takes the place of the button that started it. */
export const RunningBar = ({ active }: { active: ActiveRun }) => {
  const dispatch = useAppDispatch();
  const others = useAppSelector(selectOtherRunsCount);
  const cancel = () => void dispatch(cancelRun());
  useCommand(active.isCancelling ? null : { name: 'Stop the run', also: 'cancel backtest', run: cancel });
  const isWaiting = active.progress?.step === 'waiting' && !active.isCancelling;
  return (
    <div className={classes.bar}>
      <div className={classes.buttons}>
        <Button size="sm" disabled flex={1}>
          {isWaiting ? 'Waiting...' : 'Executing...'}
        </Button>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconPlayerStop size={15} />}
          disabled={active.isCancelling}
          onClick={cancel}
        >
          Cancel
        </Button>
      </div>
      <Progress
        value={100 * shareOf(active.progress)}
        size="sm"
        animated
        aria-label="Progress of the backtest"
      />
      <Text size="xs" c="dimmed" role="status">
        {stepText(active)}
      </Text>
      <RunSteps progress={active.progress} />
      <Origin isOwn={active.isOwn} others={others} />
      <NotifySwitch />
    </div>
  );
};
