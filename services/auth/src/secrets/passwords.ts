// Hashes and checks passwords slowly on purpose, a few at a time, in the same time whether or not there is a user.
import { availableParallelism } from 'node:os';
import { isRefusal, type Refusal, refuse } from '@tradeium/contracts';
import type { HashingTask } from './hashing-worker.ts';
import { openThreads } from './threads.ts';
import { openTurnstile } from './turnstile.ts';

export type Passwords = {
  /** An argon2id hash in PHC format; TOO_MANY_REQUESTS when too many wait already. */
  hash(password: string): Promise<string | Refusal>;
  /** Whether the password is the one of the hash. Without a hash it takes as long and is false. Rejects a malformed one. */
  verify(passwordHash: string | null, password: string): Promise<boolean | Refusal>;
  stop(): Promise<void>;
};

const WAITING_MAX = 200;

/** Opens the hashing; half of the processors at once, so that other requests keep theirs. */
export const openPasswords = async (): Promise<Passwords> => {
  const atOnce = Math.max(1, Math.floor(availableParallelism() / 2));
  const script = new URL('hashing-worker.ts', import.meta.url);
  const threads = openThreads<HashingTask, string | boolean>(script, atOnce);
  const turnstile = openTurnstile(atOnce, WAITING_MAX);
  const inTurn = async (task: HashingTask): Promise<string | boolean | Refusal> =>
    (await turnstile.pass(() => threads.work(task))) ?? refuse('TOO_MANY_REQUESTS');
  const hash = async (password: string) =>
    (await inTurn({ type: 'hash', password: password.normalize('NFC') })) as string | Refusal;
  const nobodysHash = (await hash('nobody has this password')) as string;
  return {
    hash,
    verify: async (passwordHash, typed) => {
      const password = typed.normalize('NFC');
      const matches = await inTurn({ type: 'verify', passwordHash: passwordHash ?? nobodysHash, password });
      return isRefusal(matches) ? matches : matches === true && passwordHash !== null;
    },
    stop: threads.stop,
  };
};
