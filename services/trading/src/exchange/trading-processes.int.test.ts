// Trading processes that share an exchange's limit know of one another.
import { sharedByTests, startEventServer } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { openTradingProcesses } from './trading-processes.ts';

const events = sharedByTests(startEventServer);

test('each counts the others at once, and forgets one that is gone', async () => {
  const [one, two] = [await events.connect(), await events.connect()];
  let nowMs = 0;
  const first = openTradingProcesses(one, () => nowMs);
  expect(first.count()).toBe(1);
  // A message that says nothing of a process is passed over.
  two.publish('trading.processes', 'nothing');
  const second = openTradingProcesses(two, () => nowMs);
  await expect.poll(() => [first.count(), second.count()]).toEqual([2, 2]);
  await two.close();
  nowMs = 20_000;
  expect(first.count()).toBe(1);
});
