// Counts failed attempts at accounts in NATS, for all replicas of this service together.
import { createHmac } from 'node:crypto';
import { isRefusal, type Refusal, refuse } from '@tradeium/contracts';
import { createSerialQueue, openBucket } from '@tradeium/event-store';
import { derivedKey } from '@tradeium/service-kit';
import { type KV, type NatsConnection, NatsError } from 'nats';
import { z } from 'zod';
import {
  ADDRESS_FAILURES_MAX,
  type Attempts,
  newestAfterFailure,
  pairAfterFailure,
  STRANGERS_FAILURES_MAX,
  secondsToWait,
} from '../domain/login-attempts.ts';

/** Which account a password is tried at, and from where. */
export type Attempt = {
  /**
   * The id of the name that was typed. Failures are counted by it, whether or not the name exists: counts by user would
   * reveal which names belong to one user.
   */
  readonly name: string;
  /** The user's id, or the id of the name when nobody has it. */
  readonly account: string;
  /** The ids of all names of the account: a success forgives their failures from the address. Empty for an unknown name. */
  readonly names: readonly string[];
  readonly address: string;
};

/** `unproven`: the password was right, but opens nothing before the address is proven. It neither counts nor forgives. */
export type AttemptOutcome = 'right' | 'wrong' | 'unproven';

export type LoginAttempts = {
  /**
   * Tries a password, and notes what came of it. TOO_MANY_LOGIN_ATTEMPTS, before anything is tried, while the attempt
   * has to wait; and after it when others failed meanwhile so often that it tells nothing, not even that the password
   * was right. Attempts at one name pass one after the other in this process: admitted together, all of them would be
   * tried before the first counts. TOO_MANY_REQUESTS when too many wait. Rejects when the buckets cannot be reached.
   */
  attempt(
    attempt: Attempt,
    tryPassword: () => Promise<AttemptOutcome | Refusal>,
  ): Promise<AttemptOutcome | Refusal>;
  /** Forgets the failures at a user's names from an address: after a login from there, or a new password. */
  forgive(names: readonly string[], address: string): Promise<void>;
  /** Forgets from where an account was logged in to. */
  forgetAddresses(account: string): Promise<void>;
};

const WRITES_MAX = 8;
/** The answer when so many write at once that none of them comes through. */
const CROWDED_SECONDS = 1;
const WRONG_LAST_SEQUENCE = 10_071;
const DAY_MS = 86_400_000;
/** Attempts at one name. */
const WAITING_MAX = 100;

const pairRecord = z.object({ count: z.int(), newestAt: z.int() });
const failuresRecord = z.array(z.int());

const isConflict = (cause: unknown): boolean =>
  cause instanceof NatsError && cause.api_error?.err_code === WRONG_LAST_SEQUENCE;

const tooMany = (seconds: number): Refusal => refuse('TOO_MANY_LOGIN_ATTEMPTS', { seconds });

/** Opens the counters. What stands in the buckets are keyed hashes, made with a key from `claimKey`. */
export const openLoginAttempts = async (
  nc: NatsConnection,
  claimKey: string,
  now: () => Date,
): Promise<LoginAttempts> => {
  const key = derivedKey(claimKey, 'login-attempts');
  const failures = await openBucket(nc, 'LOGIN_ATTEMPTS');
  const addresses = await openBucket(nc, 'LOGIN_ADDRESSES');
  const digest = (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

  const pairKey = (name: string, address: string) => `pair.${digest('pair', name, address)}`;
  const knownPrefix = (account: string) => digest('known', account);
  const keysOf = ({ name, account, address }: Attempt) => ({
    pair: pairKey(name, address),
    strangers: `name.${digest('name', name)}`,
    address: `address.${digest('address', address)}`,
    known: `${knownPrefix(account)}.${digest('known', account, address)}`,
  });

  const attemptsAt = async (attempt: Attempt): Promise<Attempts> => {
    const keys = keysOf(attempt);
    const [pair, strangers, address, known] = await Promise.all([
      read(failures, keys.pair, pairRecord),
      read(failures, keys.strangers, failuresRecord),
      read(failures, keys.address, failuresRecord),
      addresses.get(keys.known),
    ]);
    return {
      pair: pair.value,
      strangers: strangers.value ?? [],
      address: address.value ?? [],
      isKnownAddress: known?.operation === 'PUT',
    };
  };

  const admit = async (attempt: Attempt): Promise<Refusal | undefined> => {
    const seconds = secondsToWait(await attemptsAt(attempt), now().getTime());
    return seconds > 0 ? tooMany(seconds) : undefined;
  };

  const succeeded = async (attempt: Attempt): Promise<Refusal | undefined> => {
    const refusal = await admit(attempt);
    if (refusal) return refusal;
    const { known } = keysOf(attempt);
    const noted = await addresses.get(known);
    // Noted once a day is enough to be kept, and spares most logins a write.
    const isRecent = noted?.operation === 'PUT' && now().getTime() - noted.created.getTime() < DAY_MS;
    if (!isRecent) await addresses.put(known, '');
    return undefined;
  };

  const failed = async (attempt: Attempt): Promise<Refusal | undefined> => {
    const keys = keysOf(attempt);
    const at = now().getTime();
    const { isKnownAddress } = await attemptsAt(attempt);
    const before = await Promise.all([
      change(failures, keys.pair, pairRecord, (pair) => pairAfterFailure(pair, at)),
      isKnownAddress
        ? { value: null }
        : change(failures, keys.strangers, failuresRecord, (times) =>
            newestAfterFailure(times ?? [], STRANGERS_FAILURES_MAX, at),
          ),
      change(failures, keys.address, failuresRecord, (times) =>
        newestAfterFailure(times ?? [], ADDRESS_FAILURES_MAX, at),
      ),
    ]);
    const [pair, strangers, address] = before;
    if (pair === null || strangers === null || address === null) return tooMany(CROWDED_SECONDS);
    const seconds = secondsToWait(
      { pair: pair.value, strangers: strangers.value ?? [], address: address.value ?? [], isKnownAddress },
      at,
    );
    return seconds > 0 ? tooMany(seconds) : undefined;
  };

  const forgive = async (names: readonly string[], address: string): Promise<void> => {
    const forgivePair = async (key: string) => {
      if ((await failures.get(key))?.operation === 'PUT') await failures.delete(key);
    };
    await Promise.all(names.map((name) => forgivePair(pairKey(name, address))));
  };

  const SETTLE = { right: succeeded, wrong: failed, unproven: admit };
  const pass = async (
    attempt: Attempt,
    tryPassword: () => Promise<AttemptOutcome | Refusal>,
  ): Promise<AttemptOutcome | Refusal> => {
    const tooMany = await admit(attempt);
    if (tooMany) return tooMany;
    const outcome = await tryPassword();
    if (isRefusal(outcome)) return outcome;
    const tooManyMeanwhile = await SETTLE[outcome](attempt);
    if (tooManyMeanwhile) return tooManyMeanwhile;
    if (outcome === 'right') await forgive(attempt.names, attempt.address);
    return outcome;
  };

  const queue = createSerialQueue(WAITING_MAX);
  return {
    attempt: async (attempt, tryPassword) =>
      (await queue.run(attempt.name, () => pass(attempt, tryPassword))) ?? refuse('TOO_MANY_REQUESTS'),
    forgive,
    forgetAddresses: async (account) => {
      const keys: string[] = [];
      for await (const key of await addresses.keys(`${knownPrefix(account)}.*`)) keys.push(key);
      for (const key of keys) await addresses.purge(key);
    },
  };
};

type Read<Value> = { readonly value: Value | null; readonly revision: number };

const read = async <Value>(bucket: KV, key: string, schema: z.ZodType<Value>): Promise<Read<Value>> => {
  const entry = await bucket.get(key);
  if (entry === null) return { value: null, revision: 0 };
  const value = entry.operation === 'PUT' ? schema.parse(entry.json()) : null;
  return { value, revision: entry.revision };
};

/** Writes what follows from the newest value; answers with that value, null when others were always first. */
const change = async <Value>(
  bucket: KV,
  key: string,
  schema: z.ZodType<Value>,
  next: (value: Value | null) => Value,
): Promise<Read<Value> | null> => {
  for (let attempt = 0; attempt < WRITES_MAX; attempt += 1) {
    const before = await read(bucket, key, schema);
    try {
      await bucket.put(key, JSON.stringify(next(before.value)), { previousSeq: before.revision });
      return before;
    } catch (cause) {
      if (!isConflict(cause)) throw cause;
    }
  }
  return null;
};
