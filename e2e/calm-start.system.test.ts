// What the terminal shows while a system starts.
import { expect, inject, test } from 'vitest';

/** "waiting for MongoDB: connection refused" is about MongoDB, whatever the reason. */
const WAITING = /^waiting for ([^:]+)/;

test('a start shows one line for each thing that a process waits for, and no other errors of connections', () => {
  const lines = inject('startLines').filter(({ process }) => process !== '');
  const waits = lines.flatMap(({ process, line }) => {
    const thing = WAITING.exec(line)?.[1];
    return thing === undefined ? [] : [`${process} for ${thing}`];
  });
  const others = lines.filter(({ line }) => !WAITING.test(line)).map(({ line }) => line);

  expect(waits).toEqual([...new Set(waits)]);
  expect(others.filter((line) => /ECONN|connect|timed? ?out|unavailable|could not/i.test(line))).toEqual([]);
});
