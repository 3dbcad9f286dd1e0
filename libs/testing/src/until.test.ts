// Tests get what they wait for, or fail with the reason why it is not there.
import { expect, test } from 'vitest';
import { until } from './until.ts';

test('a look that fails is repeated', async () => {
  let looks = 0;
  const look = async () => {
    looks += 1;
    if (looks === 1) throw new Error('away');
    return looks === 3 ? 'there' : undefined;
  };
  expect(await until('it', look, { pauseMs: 1 })).toBe('there');
});

test('what is not there in time is named, or the last failure thrown', async () => {
  const short = { timeoutMs: 0, pauseMs: 1 };
  await expect(until('the mail', async () => undefined, short)).rejects.toThrow('the mail: not in 0 s');
  await expect(until('it', () => Promise.reject(new Error('away')), short)).rejects.toThrow('away');
});
