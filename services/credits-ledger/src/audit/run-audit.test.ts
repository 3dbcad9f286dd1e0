// Runs that an agent's reply has paid for, which nothing may be taken for again, and runs that wait.
import type { RunEvent } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { runCompleted, runStarted } from '../../fixtures/audited-system.ts';
import { collectFindings } from './findings.ts';
import { auditRuns } from './run-audit.ts';

const AT = '2026-03-15T09:00:00.000Z';

const problemsOf = (...events: RunEvent[]) => problemsAt(AT, ...events);
const problemsAt = (now: string, ...events: RunEvent[]) => {
  const findings = collectFindings();
  const audit = auditRuns(findings);
  audit.takeRun(events, AT);
  audit.finish(now);
  return findings.results().find(({ check }) => check === 'runs')?.problems;
};

const paidFor = (runId: string): RunEvent => {
  const started = runStarted(runId) as Extract<RunEvent, { type: 'RunStarted' }>;
  return { ...started, data: { ...started.data, isPaid: true } };
};

test('a run that was paid for before is complete without a separate charge', () => {
  expect(problemsOf(paidFor('kept'), runCompleted('kept', 0))).toEqual([]);
});

test('an unpaid run without a charge is a problem', () => {
  expect(problemsOf(runStarted('free'), runCompleted('free', 0))).toEqual([
    'run free: completed and not charged',
  ]);
});

test('a run that was paid for before and says that it was charged is a problem', () => {
  expect(problemsOf(paidFor('twice'), runCompleted('twice', 1))).toEqual([
    'run twice: was paid for before, and says that it was charged again',
  ]);
});

test('a run that waits for its turn is a problem only after its reservation has expired', () => {
  expect(problemsAt('2026-03-22T09:00:00.000Z', runStarted('waits'))).toEqual([]);
  expect(problemsAt('2026-03-22T11:00:00.000Z', runStarted('waits'))).toEqual([
    `run waits: started at ${AT} and has not ended`,
  ]);
});
