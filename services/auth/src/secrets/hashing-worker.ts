// Hashes and checks passwords in a separate thread with lower priority than those that answer requests.
import { setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';

export type HashingTask =
  | { readonly type: 'hash'; readonly password: string }
  | { readonly type: 'verify'; readonly password: string; readonly passwordHash: string };

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const PRIORITY = 10;

// On other systems this would set the priority of the whole process.
if (process.platform === 'linux') setPriority(0, PRIORITY);

/** The hash of a password, or whether a password matches a hash; throws for a malformed hash. */
export const work = (task: HashingTask): string | boolean =>
  task.type === 'hash' ? hashSync(task.password, ARGON2ID) : verifySync(task.passwordHash, task.password);
