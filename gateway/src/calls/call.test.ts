// The id that makes a command count once.
import { expect, test } from 'vitest';
import { runIdOf } from '../handlers/execute.ts';
import { commandIdOf } from './call.ts';

test.each([
  ['of a user', 'k-1', 'user-1', 'user-1:createChat:k-1'],
  ['without a user', 'k_1', undefined, 'public:createChat:k_1'],
  ['without a key', undefined, 'user-1', 'fallback'],
  ['with the longest key', 'x'.repeat(100), 'user-1', `user-1:createChat:${'x'.repeat(100)}`],
])('a command id %s', (_what, key, user, expected) => {
  expect(commandIdOf(key, 'createChat', user, 'fallback')).toBe(expected);
});

test.each([[''], ['a:b'], ['é'], ['x'.repeat(101)], [['a', 'b']]])('the key %j is refused', (key) => {
  expect(commandIdOf(key, 'createChat', 'user-1', 'fallback')).toMatchObject({ refused: 'INVALID_REQUEST' });
});

test('a run id follows from the command id and may stand in a subject', () => {
  expect(runIdOf('user-1:executeBacktest:k1')).toBe(runIdOf('user-1:executeBacktest:k1'));
  expect(runIdOf('user-1:executeBacktest:k1')).not.toBe(runIdOf('user-1:executeBacktest:k2'));
  expect(runIdOf('x')).toMatch(/^[A-Za-z0-9_-]{22}$/);
});
