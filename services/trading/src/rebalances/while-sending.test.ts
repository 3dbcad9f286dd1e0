// A wait that ends with its result, its failure, or the stop.
import { refuse } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { whileSending } from './while-sending.ts';

const STOPPED = refuse('DEPLOYMENT_STOPPED');
const endless = (signal: AbortSignal) =>
  new Promise<string>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('given up')));
  });

test('ends with a stop, and the work is given up', async () => {
  let given: AbortSignal | undefined;
  const looks = [undefined, new Error('away'), STOPPED];
  const look = async () => {
    const next = looks.shift();
    if (next instanceof Error) throw next;
    return next;
  };
  const work = (signal: AbortSignal) => {
    given = signal;
    return endless(signal);
  };
  expect(await whileSending(look, work, 1)).toEqual(STOPPED);
  expect(given?.aborted).toBe(true);
});

test('ends with the result or the failure of the work, and looks no more', async () => {
  let looks = 0;
  const look = async () => {
    looks += 1;
    return undefined;
  };
  expect(await whileSending(look, async () => 'weights', 1)).toBe('weights');
  await expect(whileSending(look, () => Promise.reject(new Error('broken')), 1)).rejects.toThrow('broken');
  expect(looks).toBe(0);
});
