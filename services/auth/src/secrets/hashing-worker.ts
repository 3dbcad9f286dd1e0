// Hashes and checks passwords in a thread of its own, which gives way to all threads that answer requests.
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

export type HashingTask =
  | { readonly type: 'hash'; readonly password: string }
  | { readonly type: 'verify'; readonly password: string; readonly passwordHash: string };

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const PRIORITY = 10;

// Elsewhere it would be the priority of the whole process.
if (process.platform === 'linux') setPriority(0, PRIORITY);

const resultOf = (task: HashingTask): string | boolean =>
  task.type === 'hash' ? hashSync(task.password, ARGON2ID) : verifySync(task.passwordHash, task.password);

parentPort?.on('message', (task: HashingTask) => {
  try {
    parentPort?.postMessage({ result: resultOf(task) });
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
