// The order in which processes are started.
import { expect, test } from 'vitest';
import type { ProcessSpec } from './supervised-process.ts';
import { inOrder } from './supervisor.ts';

const spec = (name: string, ...after: string[]): ProcessSpec => ({
  name,
  after,
  ours: true,
  program: () => Promise.reject(new Error('not started here')),
});

test('puts every process after those that it needs', () => {
  const order = inOrder([
    spec('gateway', 'auth'),
    spec('auth', 'nats', 'mongodb'),
    spec('mongodb'),
    spec('nats'),
  ]);
  expect(order.map(({ name }) => name)).toEqual(['mongodb', 'nats', 'auth', 'gateway']);
});

test('refuses a circle and an unknown name', () => {
  expect(() => inOrder([spec('a', 'b'), spec('b', 'a')])).toThrow('a (after b); b (after a)');
  expect(() => inOrder([spec('a', 'nobody')])).toThrow('a (after nobody)');
});
