// Checks a typed code of a user's second factor within separate limits, which hold whatever address it comes from.
import { isRefusal, type Refusal, refuse } from '@tradeium/contracts';
import type { Person } from '../../commands/dependencies.ts';
import { type CodeProof, isUnused } from '../../domain/second-factor.ts';
import { proofOf } from '../../secrets/one-time-codes.ts';
import type { Dependencies } from '../dependencies.ts';

type Parts = Pick<Dependencies, 'loginAttempts' | 'now'>;

/** Guesses at an account's codes are counted in one place, wherever they come from: the password was right. */
const attemptsOf = (userId: string) => {
  const name = `second-factor:${userId}`;
  return { name, account: userId, names: [name], address: name, isSignedIn: true };
};

/**
 * Checks a code, and returns its proof; null where there is no second factor. SECOND_FACTOR_REQUIRED without a code, SECOND_FACTOR_WRONG for
 * one that is wrong or was used, TOO_MANY_LOGIN_ATTEMPTS while too many were wrong.
 */
export const checkCode = async (
  { loginAttempts, now }: Parts,
  { user, key }: Person,
  code: string | undefined,
): Promise<CodeProof | null | Refusal> => {
  const { userId, secondFactor } = user;
  if (secondFactor === null) return null;
  if (code === undefined) return refuse('SECOND_FACTOR_REQUIRED');
  const secret = key.unseal('second-factor', secondFactor.secret);
  const proof = proofOf({ ...secondFactor, secret }, code, now());
  const isRight = proof !== null && isUnused(secondFactor, proof);
  const outcome = await loginAttempts.attempt(attemptsOf(userId), async () => (isRight ? 'right' : 'wrong'));
  if (isRefusal(outcome)) return outcome;
  return outcome === 'right' ? proof : refuse('SECOND_FACTOR_WRONG');
};
