// One name's work is done in its order, others' beside it; a failure holds nobody up, and a line has an end.
import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('the same name waits for its turn, another one does not', async () => {
  const inTurn = oneAtATime(10);
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const works = [
    inTurn('ada', async () => {
      await first.promise;
      done.push('ada 1');
    }),
    inTurn('ada', async () => void done.push('ada 2')),
    inTurn('bob', async () => void done.push('bob')),
  ];
  await works[2];
  expect(done).toEqual(['bob']);
  first.resolve();
  await Promise.all(works);
  expect(done).toEqual(['bob', 'ada 1', 'ada 2']);
});

test('a failure is told to its caller only', async () => {
  const inTurn = oneAtATime(10);
  const failing = inTurn('ada', async () => Promise.reject(new Error('broken')));
  const next = inTurn('ada', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

test('what would wait behind too many is turned away, until they are through', async () => {
  const inTurn = oneAtATime(1);
  const first = Promise.withResolvers<string>();
  const works = [inTurn('ada', () => first.promise), inTurn('ada', async () => 'second')];
  expect(await inTurn('ada', async () => 'third')).toBeNull();
  first.resolve('first');
  expect(await Promise.all(works)).toEqual(['first', 'second']);
  expect(await inTurn('ada', async () => 'later')).toBe('later');
});
