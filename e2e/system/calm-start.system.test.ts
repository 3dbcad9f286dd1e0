// The lines that the terminal shows while a system starts.
import { expect, inject, test } from 'vitest';
import { connectionErrors, waits } from '../start-lines.ts';

test('a start shows one line for each thing that a process waits for, and no other errors of connections', () => {
  const lines = inject('startLines');
  expect(waits(lines)).toEqual([...new Set(waits(lines))]);
  expect(connectionErrors(lines)).toEqual([]);
});
