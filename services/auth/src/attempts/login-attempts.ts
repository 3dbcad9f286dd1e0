// Tries passwords within limits that all replicas of this service share.
import { isRefusal, type Refusal, refuse } from '@tradeium/contracts';
import { createSerialQueue } from '@tradeium/event-store';
import type { NatsConnection } from 'nats';
import { type Attempts, secondsToWait } from '../domain/login-attempts.ts';
import { type AttemptPlace, type FailureCounters, openFailureCounters } from './failure-counters.ts';

export type Attempt = AttemptPlace & {
  /** The ids of all names of the account: a success forgives their failures from the address. Empty for an unknown name. */
  readonly names: readonly string[];
};

/** `unproven`: the password is right but useless before the address is verified. It neither counts nor forgives. */
export type AttemptOutcome = 'right' | 'wrong' | 'unproven';

export type LoginAttempts = Pick<FailureCounters, 'forgive' | 'forgetAddresses'> & {
  /** Records a login to the account that took no password. */
  noteLogin(account: string, address: string): Promise<void>;
  /**
   * Tries a password and records the outcome. TOO_MANY_LOGIN_ATTEMPTS before the try, while the attempt has to
   * wait; and after it, when so many other attempts failed meanwhile that the answer must reveal nothing, not even
   * that the password was right. In this process attempts at one name run one after another: admitted together, all
   * of them would be tried before the first counts. TOO_MANY_REQUESTS when too many wait. Rejects when the buckets
   * cannot be reached.
   */
  attempt(
    attempt: Attempt,
    tryPassword: () => Promise<AttemptOutcome | Refusal>,
  ): Promise<AttemptOutcome | Refusal>;
};

/** The answer when so many write at once that none of them succeeds. */
const CROWDED_SECONDS = 1;
/** Attempts at one name. */
const WAITING_MAX = 100;

const tooMany = (seconds: number): Refusal => refuse('TOO_MANY_LOGIN_ATTEMPTS', { seconds });

const refusalAt = (attempts: Attempts, now: number): Refusal | undefined => {
  const seconds = secondsToWait(attempts, now);
  return seconds > 0 ? tooMany(seconds) : undefined;
};

/** Opens the limits of attempts; `claimKey` makes the buckets' keys. */
export const openLoginAttempts = async (
  nc: NatsConnection,
  claimKey: string,
  now: () => Date,
): Promise<LoginAttempts> => {
  const counters = await openFailureCounters(nc, claimKey);
  const time = () => now().getTime();
  const admit = async (place: AttemptPlace) => refusalAt(await counters.read(place), time());
  const settle = {
    right: async (place: AttemptPlace) => {
      const refusal = await admit(place);
      if (!refusal) await counters.rememberAddress(place, time());
      return refusal;
    },
    wrong: async (place: AttemptPlace) => {
      const at = time();
      const before = await counters.addFailure(place, at);
      return before === null ? tooMany(CROWDED_SECONDS) : refusalAt(before, at);
    },
    unproven: admit,
  };
  const run: LoginAttempts['attempt'] = async (attempt, tryPassword) => {
    const refusal = await admit(attempt);
    if (refusal) return refusal;
    const outcome = await tryPassword();
    if (isRefusal(outcome)) return outcome;
    const lateRefusal = await settle[outcome](attempt);
    if (lateRefusal) return lateRefusal;
    if (outcome === 'right') await counters.forgive(attempt.names, attempt.address);
    return outcome;
  };
  const queue = createSerialQueue(WAITING_MAX);
  return {
    forgive: counters.forgive,
    forgetAddresses: counters.forgetAddresses,
    noteLogin: (account, address) => counters.rememberAddress({ account, address }, time()),
    attempt: async (attempt, tryPassword) =>
      (await queue.run(attempt.name, () => run(attempt, tryPassword))) ?? refuse('TOO_MANY_REQUESTS'),
  };
};
