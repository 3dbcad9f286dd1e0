// The code check on a real Temporal server: the runner's answer comes back, and failures are fast.

import { ApplicationFailure } from '@temporalio/activity';
import { Worker } from '@temporalio/worker';
import { sharedByTests } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { openWorkflows } from '../../fixtures/workflows-under-test.ts';
import { CHECK_TASK_QUEUE, type CheckAnswer, type CheckJob } from './check-strategy-contract.ts';

const HISTORIES = ['completed', 'no-sandbox'] as const;
const JOB: CheckJob = { source: 'a'.repeat(64) };
const ANSWER: CheckAnswer = { reading: 'b'.repeat(64) };

let runs = 0;
const workflows = sharedByTests(openWorkflows);

/** Runs one workflow with a scripted runner. */
const checkWith = async (
  name: (typeof HISTORIES)[number] | null,
  check: (job: CheckJob) => Promise<CheckAnswer>,
) => {
  const { connection, namespace, client, bundle } = workflows;
  runs += 1;
  const workflowId = `check-test-${process.pid}-${runs}`;
  const shared = { connection, namespace, shutdownGraceTime: '10 ms' } as const;
  const worker = await Worker.create({ ...shared, taskQueue: workflowId, workflowBundle: bundle });
  const activities = { checkStrategy: check };
  const runner = await Worker.create({ ...shared, activities, taskQueue: CHECK_TASK_QUEUE });
  const outcome = await runner.runUntil(
    worker.runUntil(
      client.workflow.execute('checkStrategy', { workflowId, taskQueue: workflowId, args: [JOB] }).then(
        (answer: CheckAnswer) => answer,
        (cause: Error) => String((cause.cause as Error).cause),
      ),
    ),
  );
  if (name) await workflows.record(`check-strategy.${name}`, workflowId);
  return outcome;
};

test('a check is the answer of the runner', async () => {
  const jobs: CheckJob[] = [];
  const outcome = await checkWith('completed', async (job) => {
    jobs.push(job);
    return ANSWER;
  });
  expect(outcome).toEqual(ANSWER);
  expect(jobs).toEqual([JOB]);
});

test('a check that fails is tried once more', async () => {
  let tries = 0;
  const outcome = await checkWith(null, async () => {
    tries += 1;
    if (tries === 1) throw ApplicationFailure.retryable('it died', 'InterpreterFailed');
    return ANSWER;
  });
  expect(outcome).toEqual(ANSWER);
});

test('a check without a sandbox fails at once', async () => {
  let tries = 0;
  const outcome = await checkWith('no-sandbox', async () => {
    tries += 1;
    throw ApplicationFailure.nonRetryable('bubblewrap is missing', 'SandboxUnavailable');
  });
  expect(outcome).toContain('bubblewrap is missing');
  expect(tries).toBe(1);
});

test.each(HISTORIES)('the history of a %s check replays', async (name) => {
  await workflows.replay(`check-strategy.${name}`);
});
