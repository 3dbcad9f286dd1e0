// Events of runs, as programs of different versions write and read them.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { backtestEvents } from './backtest.ts';

test('a result with a file that only a newer program knows can still be read', () => {
  const golden = new URL('../../golden/backtest.run/RunCompleted.small.json', import.meta.url);
  const { type, data } = JSON.parse(readFileSync(golden, 'utf8'));
  const file = { filename: 'Orders of a newer program', size: 1, digest: 'a'.repeat(64) };
  const read = backtestEvents.run.events.parse({ type, data: { ...data, files: [file] } });
  expect(read).toMatchObject({ data: { files: [file] } });
});
