// The button that runs the backtest, and while it runs: its steps and a way to cancel.
import { Button, Progress, Text } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlayerStop } from '@tabler/icons-react';
import { RUN_STEPS } from '@tradeium/contracts';
import { useId } from 'react';
import { useAppDispatch, useAppSelector } from '../../app/store.ts';
import classes from './execute-bar.module.css';
import { cancelRun, executeRun } from './execute-run.ts';
import { STEP_LABELS, shareOf } from './progress.ts';
import { type RunState, type StartedRun, selectActiveRun } from './run-slice.ts';

type ExecuteBarProps = {
  /** What a press of the button runs; null when something is missing. */
  run: (() => StartedRun) | null;
  /** What is missing, or what the user should know. */
  hint: string | null;
};

const stepText = ({ progress, isCancelling, isReconnecting }: NonNullable<RunState['active']>): string => {
  if (isCancelling) return 'Cancelling ...';
  if (isReconnecting) return 'Connection lost, trying again ...';
  if (progress === null) return 'Starting ...';
  return `Step ${RUN_STEPS.indexOf(progress.step) + 1} of ${RUN_STEPS.length}: ${STEP_LABELS[progress.step]}`;
};

const RunningBar = ({ active }: { active: NonNullable<RunState['active']> }) => {
  const dispatch = useAppDispatch();
  return (
    <div className={classes.bar}>
      <div className={classes.buttons}>
        <Button size="sm" disabled flex={1}>
          Executing...
        </Button>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconPlayerStop size={15} />}
          disabled={active.isCancelling}
          onClick={() => dispatch(cancelRun())}
        >
          Cancel
        </Button>
      </div>
      <Progress
        value={100 * shareOf(active.progress)}
        size="sm"
        aria-label="Progress of the backtest"
        animated
      />
      <Text size="xs" c="dimmed" role="status">
        {stepText(active)}
      </Text>
    </div>
  );
};

/** 'Execute Backtest', or the run that is on its way. */
export const ExecuteBar = ({ run, hint }: ExecuteBarProps) => {
  const dispatch = useAppDispatch();
  const active = useAppSelector(selectActiveRun);
  const hintId = useId();
  if (active) return <RunningBar active={active} />;
  return (
    <div className={classes.bar}>
      <Button
        size="sm"
        fullWidth
        leftSection={<IconPlayerPlayFilled size={14} />}
        disabled={run === null}
        aria-describedby={hint === null ? undefined : hintId}
        onClick={() => run && dispatch(executeRun(run()))}
      >
        Execute Backtest
      </Button>
      {hint === null ? null : (
        <Text size="xs" c="dimmed" id={hintId}>
          {hint}
        </Text>
      )}
    </div>
  );
};
