// Code that is deployed once stays what it is.
import { expect, test } from 'vitest';
import { sealedInMemory } from '../../fixtures/sealed-in-memory.ts';
import { hashOfCode, openDeployedCode } from './deployed-code.ts';

const [TESTED, OTHER] = ['def strategy(): tested', 'def strategy(): other'];

test('other code under the id of a deployment does not replace its own', async () => {
  const code = openDeployedCode(sealedInMemory());
  await code.put('ann', 'd1', TESTED);
  await code.put('ann', 'd1', OTHER);
  expect(await code.find('ann', 'd1', hashOfCode(TESTED))).toBe(TESTED);
  expect(await code.find('bob', 'd1', hashOfCode(TESTED))).toBeNull();
});
