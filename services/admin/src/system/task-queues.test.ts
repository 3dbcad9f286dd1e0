// The queues that operators see are those that the services put work into.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TASK_QUEUES } from './task-queues.ts';

const WORKFLOWS = new URL('../../../backtest/src/workflows/', import.meta.url);

test('every queue of the strategy runner is among them', () => {
  const contracts = readdirSync(WORKFLOWS).filter((file) => file.endsWith('-contract.ts'));
  const named = contracts.flatMap((file) =>
    [...readFileSync(new URL(file, WORKFLOWS), 'utf8').matchAll(/_TASK_QUEUE = '([a-z-]+)'/g)].map(
      ([, name]) => name,
    ),
  );
  expect(named.length).toBeGreaterThan(2);
  expect(TASK_QUEUES).toEqual(expect.arrayContaining(named));
  expect(TASK_QUEUES).not.toContain('admin');
});
