// The button that runs the backtest, with its maximum cost; during a run, its progress instead.
import { Anchor, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type ReactNode, Suspense, useId } from 'react';
import { Link } from 'wouter';
import { useAppDispatch, useAppSelector } from '../../core/store.ts';
import { lazyNamed } from '../../lib/loading/lazy-named.ts';
import { useRunKey } from '../../lib/use-run-key.ts';
import { type Estimate, estimateText, mayNotSuffice } from './estimate.ts';
import classes from './execute-bar.module.css';
import { executeRun } from './execute-run.ts';
import { type StartedRun, selectActiveRun } from './run-slice.ts';

const RunningBar = lazyNamed(() => import('./running-bar.tsx'), 'RunningBar');

/** The run that a press of the button starts. */
export type RunRequest = {
  readonly run: StartedRun;
  /** The saved strategy, to be checked first; undefined for the private one, whose code stays on the server. */
  readonly code: string | undefined;
};

type ExecuteBarProps = {
  /** Null when something is missing. */
  request: (() => RunRequest) | null;
  /** A missing input, or a notice for the user. */
  hint: string | null;
  /** A doubt about the strategy with these settings. */
  warning?: string | null;
  /** A change that is offered before the run. */
  offer?: ReactNode;
  /** The most that the run may cost; null when it cannot be run. */
  estimate: Estimate | null;
  /** Another button in its line. */
  next?: ReactNode;
  /** True if Ctrl+Enter presses it: not where the key belongs to something else. */
  hasKey?: boolean;
};

const Starting = () => (
  <div className={classes.bar}>
    <Button size="sm" disabled fullWidth>
      Executing...
    </Button>
  </div>
);

const RunEstimate = ({ estimate, id }: { estimate: Estimate; id: string }) =>
  mayNotSuffice(estimate) ? (
    <Text size="xs" id={id} className={classes.warning ?? ''} role="status">
      <IconAlertTriangle size={14} aria-hidden />
      <span>
        {estimateText(estimate)}{' '}
        <Anchor component={Link} href="/app/credits" inherit underline="always">
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
export const ExecuteBar = (props: ExecuteBarProps) => {
  const { request, hint, warning = null, offer = null, next = null, estimate, hasKey = true } = props;
  const dispatch = useAppDispatch();
  const active = useAppSelector(selectActiveRun);
  const hintId = useId();
  const [estimateId, warningId] = [useId(), useId()];
  const execute = () => {
    if (!request) return;
    const { run, code } = request();
    void dispatch(executeRun(run, code));
  };
  useRunKey(request === null || active || !hasKey ? null : execute, 'Execute Backtest');
  if (active)
    return (
      <Suspense fallback={<Starting />}>
        <RunningBar active={active} />
      </Suspense>
    );
  const describedBy = [
    hint === null ? null : hintId,
    warning === null ? null : warningId,
    estimate === null ? null : estimateId,
  ].filter(Boolean);
  return (
    <div className={classes.bar}>
      {hint === null ? null : (
        <Text size="xs" c="dimmed" id={hintId}>
          {hint}
        </Text>
      )}
      {warning === null ? null : (
        <Text size="xs" id={warningId} className={classes.warning ?? ''} role="status">
          <IconAlertTriangle size={14} aria-hidden />
          <span>{warning}</span>
        </Text>
      )}
      {offer}
      <div className={classes.main}>
        <Button
          size="sm"
          px="xs"
          leftSection={<IconPlayerPlayFilled size={14} />}
          disabled={request === null}
          {...(hasKey && { title: 'Ctrl+Enter', 'aria-keyshortcuts': 'Control+Enter' })}
          aria-describedby={describedBy.join(' ') || undefined}
          onClick={execute}
        >
          Execute Backtest
        </Button>
        {next}
      </div>
      {estimate === null ? null : <RunEstimate estimate={estimate} id={estimateId} />}
    </div>
  );
};
