// Hashes and checks passwords slowly on purpose, a few at a time, in the same time whether or not there is a user.
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { isRefusal, type Refusal, refuse } from '@tradeium/contracts';
import { openTurnstile } from './turnstile.ts';

export type Passwords = {
  /** An argon2id hash in PHC format; TOO_MANY_REQUESTS when too many wait already. */
  hash(password: string): Promise<string | Refusal>;
  /** Whether the password is the one of the hash. Without a hash it takes as long and is false. */
  verify(passwordHash: string | null, password: string): Promise<boolean | Refusal>;
};

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const WAITING_MAX = 200;

/** Opens the hashing; half of the processors at once, so that other requests keep theirs. */
export const openPasswords = async (): Promise<Passwords> => {
  const nobodysHash = await hash('nobody has this password', ARGON2ID);
  const turnstile = openTurnstile(Math.max(1, Math.floor(availableParallelism() / 2)), WAITING_MAX);
  const inTurn = async <T>(work: () => Promise<T>): Promise<T | Refusal> =>
    (await turnstile.pass(work)) ?? refuse('TOO_MANY_REQUESTS');
  return {
    hash: (password) => inTurn(() => hash(password.normalize('NFC'), ARGON2ID)),
    verify: async (passwordHash, password) => {
      const matches = await inTurn(() => verify(passwordHash ?? nobodysHash, password.normalize('NFC')));
      return isRefusal(matches) ? matches : matches && passwordHash !== null;
    },
  };
};
