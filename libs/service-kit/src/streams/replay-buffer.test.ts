// A stream buffers chunks for a returning reader, and its writer may have to wait.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BufferLimits, openReplayBuffer } from './replay-buffer.ts';

const LIMITS: BufferLimits = { unreadChunksMax: 3, unreadBytesMax: 100, keptChunksMax: 5, keptBytesMax: 200 };
const numbersAfter = (buffer: ReturnType<typeof openReplayBuffer>, number: number) =>
  buffer.after(number)?.map((chunk) => chunk.number);

test('the newest chunks are kept, and a reader that has missed older ones learns of the gap', () => {
  const buffer = openReplayBuffer(LIMITS);
  for (let chunk = 1; chunk <= 7; chunk += 1) buffer.add('x');
  expect(numbersAfter(buffer, 2)).toEqual([3, 4, 5, 6, 7]);
  expect(numbersAfter(buffer, 7)).toEqual([]);
  expect(numbersAfter(buffer, 1)).toBeUndefined();
  expect(numbersAfter(buffer, 8)).toBeUndefined();
});

test('it is full once too many chunks or bytes are unread, until they are read', () => {
  const buffer = openReplayBuffer(LIMITS);
  for (let chunk = 1; chunk <= 3; chunk += 1) buffer.add('x');
  expect(buffer.isFull()).toBe(false);
  buffer.add('x');
  expect(buffer.isFull()).toBe(true);
  buffer.read(1);
  expect(buffer.isFull()).toBe(false);
  buffer.add('é'.repeat(60));
  expect(buffer.isFull()).toBe(true);
  buffer.read(5);
  expect(buffer.isFull()).toBe(false);
});

test('a writer that waits while it is full never loses an unread chunk', () => {
  const action = fc.oneof(fc.string({ maxLength: 60 }), fc.nat(40));
  fc.assert(
    fc.property(fc.array(action), (actions) => {
      const buffer = openReplayBuffer(LIMITS);
      let written = 0;
      let read = 0;
      for (const next of actions) {
        if (typeof next === 'string') {
          if (buffer.isFull()) continue;
          written = buffer.add(next).number;
        } else {
          read = Math.max(read, Math.min(next, written));
          buffer.read(next);
        }
        expect(numbersAfter(buffer, read)).toEqual(
          Array.from({ length: written - read }, (_, index) => read + index + 1),
        );
      }
    }),
  );
});
