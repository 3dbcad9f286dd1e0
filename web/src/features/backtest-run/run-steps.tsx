// The steps of a run as a list: those that are done, the current one with its share, and those that wait.
import { IconCheck, IconCircle, IconCircleDotFilled } from '@tabler/icons-react';
import { RUN_STEP_NAMES, type RunProgress } from '@tradeium/contracts';
import { useEffect, useState } from 'react';
import { wholeNumber, wholePercent } from '../../lib/format.ts';
import { stepStatesOf } from './progress.ts';
import classes from './run-steps.module.css';

const ICONS = { done: IconCheck, current: IconCircleDotFilled, waiting: IconCircle } as const;
const NAMES = { done: 'done', current: 'in progress', waiting: 'waiting' } as const;

/** Seconds since a step began here: a step without progress still shows that it is running. */
const Elapsed = () => {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const began = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - began) / 1_000)), 1_000);
    return () => clearInterval(timer);
  }, []);
  return `${wholeNumber(seconds)} s`;
};

/** Distinguished by icon and words, not by colour alone. */
export const RunSteps = ({ progress }: { progress: RunProgress | null }) => (
  <ol className={classes.steps} aria-label="Steps of the backtest">
    {stepStatesOf(progress).map(({ step, state }) => {
      const Icon = ICONS[state];
      return (
        <li
          key={step}
          className={classes.step}
          data-state={state}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <Icon size={13} stroke={2.2} aria-label={NAMES[state]} role="img" />
          <span>{RUN_STEP_NAMES[step]}</span>
          {state === 'current' && progress !== null ? (
            <span className={classes.share}>
              {progress.completed > 0 ? (
                wholePercent(Math.floor(100 * progress.completed) / 100)
              ) : (
                <Elapsed key={step} />
              )}
            </span>
          ) : null}
        </li>
      );
    })}
  </ol>
);
