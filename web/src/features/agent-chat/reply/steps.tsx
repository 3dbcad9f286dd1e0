// The agent's tool calls, each visible while it runs and open to be read.
import { Loader } from '@mantine/core';
import { IconCheck, IconChevronRight, IconX } from '@tabler/icons-react';
import type { ReplyStep } from '@tradeium/contracts';
import classes from './reply.module.css';

const STATUS_WORDS: Readonly<Record<ReplyStep['status'], string>> = {
  running: 'running',
  done: 'done',
  failed: 'failed',
};

const Sign = ({ status }: Pick<ReplyStep, 'status'>) => {
  if (status === 'running') return <Loader size={13} aria-hidden />;
  const Icon = status === 'done' ? IconCheck : IconX;
  return <Icon size={15} stroke={2} aria-hidden className={classes.sign} data-status={status} />;
};

const Line = ({ title, status }: Pick<ReplyStep, 'title' | 'status'>) => (
  <>
    <span className={classes.title}>{title}</span>
    <Sign status={status} />
    <span className={classes.status}>{STATUS_WORDS[status]}</span>
  </>
);

/** A step without details has nothing to open. */
export const Steps = ({ steps }: { steps: readonly ReplyStep[] }) => (
  <ul className={classes.steps} aria-label="Steps">
    {steps.map(({ id, title, status, detail }) => (
      <li key={id}>
        {detail === undefined || detail === '' ? (
          <div className={classes.step}>
            <Line title={title} status={status} />
          </div>
        ) : (
          <details>
            <summary className={classes.step}>
              <IconChevronRight size={13} aria-hidden className={classes.arrow} />
              <Line title={title} status={status} />
            </summary>
            <pre className={classes.detail}>{detail}</pre>
          </details>
        )}
      </li>
    ))}
  </ul>
);
