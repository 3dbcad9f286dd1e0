// Hashes and checks passwords, deliberately slowly, and equally slowly for unknown users.
import { availableParallelism } from 'node:os';
import { isCommonPassword, isRefusal, type Refusal, refuse } from '@tradeium/contracts';
import { openFairQueue } from '@tradeium/service-kit';
import { Piscina } from 'piscina';
import type { HashingTask } from './hashing-worker.ts';

export type Passwords = {
  /**
   * The argon2id hash of a new password, in PHC format. PASSWORD_TOO_COMMON for one of the commonest; TOO_MANY_REQUESTS
   * when too many wait. Callers from different addresses take turns.
   */
  hash(password: string, address: string): Promise<string | Refusal>;
  /** True if the password belongs to the hash. Without a hash it takes as long and is false. Rejects a malformed hash. */
  verify(passwordHash: string | null, password: string, address: string): Promise<boolean | Refusal>;
  stop(): Promise<void>;
};

const WAITING_MAX = 200;

/** Hashing takes half of the processors, so requests keep the others. */
export const openPasswords = async (): Promise<Passwords> => {
  const atOnce = Math.max(1, Math.floor(availableParallelism() / 2));
  const filename = new URL('hashing-worker.ts', import.meta.url).href;
  const pool = new Piscina<HashingTask, string | boolean>({
    filename,
    name: 'work',
    minThreads: atOnce,
    maxThreads: atOnce,
  });
  const queue = openFairQueue(atOnce, WAITING_MAX);
  const inTurn = async (address: string, task: HashingTask): Promise<string | boolean | Refusal> =>
    (await queue.run(address, () => pool.run(task))) ?? refuse('TOO_MANY_REQUESTS');
  const nobodysHash = (await pool.run({ type: 'hash', password: 'nobody has this password' })) as string;
  return {
    hash: async (typed, address) => {
      const password = typed.normalize('NFC');
      if (isCommonPassword(password)) return refuse('PASSWORD_TOO_COMMON');
      return (await inTurn(address, { type: 'hash', password })) as string | Refusal;
    },
    verify: async (passwordHash, typed, address) => {
      const password = typed.normalize('NFC');
      const task = { type: 'verify', passwordHash: passwordHash ?? nobodysHash, password } as const;
      const matches = await inTurn(address, task);
      return isRefusal(matches) ? matches : matches === true && passwordHash !== null;
    },
    stop: () => pool.destroy(),
  };
};
