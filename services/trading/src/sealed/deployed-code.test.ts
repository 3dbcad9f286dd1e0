// Code that is deployed once stays what it is.
import { expect, test } from 'vitest';
import { hashOfCode, openDeployedCode } from './deployed-code.ts';
import type { SealedValues } from './sealed-values.ts';

const emptyStore = (): SealedValues => {
  const kept = new Map<string, string>();
  const keyOf = (userId: string, name: string): string => `${userId}.${name}`;
  return {
    put: async (userId, name, text) => void kept.set(keyOf(userId, name), text),
    find: async (userId, name) => kept.get(keyOf(userId, name)) ?? null,
    remove: async (userId, name) => void kept.delete(keyOf(userId, name)),
    removeAll: async () => kept.clear(),
  };
};

const [TESTED, OTHER] = ['def strategy(): tested', 'def strategy(): other'];

test('other code under the id of a deployment does not replace its own', async () => {
  const code = openDeployedCode(emptyStore());
  await code.put('ann', 'd1', TESTED);
  await code.put('ann', 'd1', OTHER);
  expect(await code.find('ann', 'd1', hashOfCode(TESTED))).toBe(TESTED);
});

test('code that was kept by its deployment alone is found if it has the hash of the deployment', async () => {
  const values = emptyStore();
  const code = openDeployedCode(values);
  await values.put('ann', 'd1', TESTED);
  expect(await code.find('ann', 'd1', hashOfCode(TESTED))).toBe(TESTED);
  expect(await code.find('ann', 'd1', hashOfCode(OTHER))).toBeNull();
  expect(await code.find('bob', 'd1', hashOfCode(TESTED))).toBeNull();
});
