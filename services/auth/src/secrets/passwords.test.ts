// Passwords are hashed slowly, a few at a time; an unknown user costs what a known one does.
import { isRefusal } from '@tradeium/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPasswords, type Passwords } from './passwords.ts';
import { openThreads } from './threads.ts';
import { openTurnstile } from './turnstile.ts';

let passwords: Passwords;
beforeAll(async () => {
  passwords = await openPasswords();
});
afterAll(() => passwords.stop());

test('a password is kept as argon2id with its parameters and found right or wrong', async () => {
  const passwordHash = await passwords.hash('correct horse');
  if (isRefusal(passwordHash)) throw new Error(passwordHash.refused);
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(passwordHash, 'correct horse')).toBe(true);
  expect(await passwords.verify(passwordHash, 'correct horsf')).toBe(false);
});

test('without a user no password is right, not even the one behind the stand-in', async () => {
  expect(await passwords.verify(null, 'nobody has this password')).toBe(false);
});

test('a malformed hash is an error, after which hashing goes on', async () => {
  for (let times = 0; times < 3; times += 1) {
    await expect(passwords.verify('$argon2id$malformed', 'any')).rejects.toThrow();
  }
  expect(await passwords.hash('still working')).toMatch(/^\$argon2id\$/);
});

test('a thread that ends fails its task and is replaced', async () => {
  const script = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (task) => {
      if (task === 'exit') process.exit(3);
      if (task === 'throw') throw new Error('thrown');
      parentPort.postMessage({ result: task });
    });`;
  const threads = openThreads<string, string>(
    new URL(`data:text/javascript,${encodeURIComponent(script)}`),
    1,
  );
  await expect(threads.work('exit')).rejects.toThrow('ended with code 3');
  expect(await threads.work('first')).toBe('first');
  await expect(threads.work('throw')).rejects.toThrow('thrown');
  expect(await threads.work('second')).toBe('second');
  await threads.stop();
});

test('a turnstile lets a few work at once, in order, and turns away who would wait too long', async () => {
  const turnstile = openTurnstile(2, 1);
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done: string[] = [];
  const pass = (name: string, gate?: Promise<void>) =>
    turnstile.pass(async () => {
      await gate;
      done.push(name);
      return name;
    });
  const first = pass('first', gates[0]?.promise);
  const second = pass('second', gates[1]?.promise);
  const third = pass('third');
  expect(await pass('fourth')).toBeNull();
  expect(done).toEqual([]);
  gates[1]?.resolve();
  expect(await Promise.all([second, third])).toEqual(['second', 'third']);
  gates[0]?.resolve();
  await first;
  expect(done).toEqual(['second', 'third', 'first']);
  expect(await pass('fifth')).toBe('fifth');
});

test('work that fails gives its place free', async () => {
  const turnstile = openTurnstile(1, 1);
  await expect(turnstile.pass(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turnstile.pass(async () => 'fine')).toBe('fine');
});
