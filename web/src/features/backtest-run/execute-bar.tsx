// The button that runs the backtest and what that may cost; while it runs: its steps and a way to cancel.
import { Anchor, Button, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPlayFilled, IconPlayerStop } from '@tabler/icons-react';
import { RUN_STEPS } from '@tradeium/contracts';
import { useId } from 'react';
import { Link } from 'react-router';
import { useAppDispatch, useAppSelector } from '../../app/store.ts';
import { type Estimate, estimateText, mayNotSuffice } from './estimate.ts';
import classes from './execute-bar.module.css';
import { cancelRun, executeRun } from './execute-run.ts';
import { STEP_LABELS, shareOf } from './progress.ts';
import { type RunState, type StartedRun, selectActiveRun } from './run-slice.ts';

type ExecuteBarProps = {
  /** What a press of the button runs; null when something is missing. */
  run: (() => StartedRun) | null;
  /** What is missing, or what the user should know. */
  hint: string | null;
  /** What the run may cost; null when it cannot be run. */
  estimate: Estimate | null;
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

const RunEstimate = ({ estimate, id }: { estimate: Estimate; id: string }) =>
  mayNotSuffice(estimate) ? (
    <Text size="xs" id={id} className={classes.warning ?? ''} role="status">
      <IconAlertTriangle size={14} aria-hidden />
      <span>
        {estimateText(estimate)}{' '}
        <Anchor component={Link} to="/app/credits" inherit underline="always">
          Buy credits
        </Anchor>
      </span>
    </Text>
  ) : (
    <Text size="xs" c="dimmed" id={id}>
      {estimateText(estimate)}
    </Text>
  );

/** 'Execute Backtest', or the run that is on its way. */
export const ExecuteBar = ({ run, hint, estimate }: ExecuteBarProps) => {
  const dispatch = useAppDispatch();
  const active = useAppSelector(selectActiveRun);
  const hintId = useId();
  const estimateId = useId();
  const describedBy = [hint === null ? null : hintId, estimate === null ? null : estimateId].filter(Boolean);
  if (active) return <RunningBar active={active} />;
  return (
    <div className={classes.bar}>
      <Button
        size="sm"
        fullWidth
        leftSection={<IconPlayerPlayFilled size={14} />}
        disabled={run === null}
        aria-describedby={describedBy.join(' ') || undefined}
        onClick={() => run && dispatch(executeRun(run()))}
      >
        Execute Backtest
      </Button>
      {hint === null ? null : (
        <Text size="xs" c="dimmed" id={hintId}>
          {hint}
        </Text>
      )}
      {estimate === null ? null : <RunEstimate estimate={estimate} id={estimateId} />}
    </div>
  );
};
