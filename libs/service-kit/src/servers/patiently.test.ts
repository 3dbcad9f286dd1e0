// A server that is not there yet is waited for, with one line in the log.
import { expect, test } from 'vitest';
import { patiently } from './patiently.ts';

const openLog = () => {
  const lines: string[] = [];
  return { lines, log: { warn: (_: object, line: string) => void lines.push(line) } };
};

test('it is tried until it answers, whatever fails, and logged once', async () => {
  const { lines, log } = openLog();
  let tries = 0;
  const answer = await patiently({ what: 'the server', log, pauseMs: 0 }, async () => {
    tries += 1;
    if (tries < 4) throw tries === 1 ? new TypeError('half up') : new Error('away');
    return 'there';
  });
  expect([answer, tries, lines]).toEqual(['there', 4, ['waiting for the server']]);
});

test('it is waited for no longer than its caller lives', async () => {
  const { lines, log } = openLog();
  const stopping = new AbortController();
  const waiting = patiently({ what: 'it', log, pauseMs: 60_000, signal: stopping.signal }, () =>
    Promise.reject(new Error('away')),
  );
  await Promise.resolve();
  stopping.abort();
  expect(await waiting).toBeNull();
  expect(lines.length).toBeLessThan(2);
});
