// The second factor of the signed-in user: whether it is on, how it is turned on and off, and new recovery codes.

import { isRefusal, messageOf, type Refusal, refuse } from '@tradeium/contracts';
import type { Written } from '@tradeium/event-store';
import {
  answer,
  fromAggregates,
  type Handler,
  type RequestContext,
  userHandler,
} from '@tradeium/service-kit';
import { z } from 'zod';
import type { Person } from '../../commands/dependencies.ts';
import { loadPerson } from '../../commands/load-person.ts';
import type { SecondFactorCommand } from '../../domain/second-factor.ts';
import { newRecoveryCodes, newSecret, stepOf, uriOf } from '../../secrets/one-time-codes.ts';
import { checkCode } from '../checks/code-check.ts';
import { checkPassword } from '../checks/password-check.ts';
import type { Dependencies } from '../dependencies.ts';

const SETUP_FOR_MS = 15 * 60_000;
const setupContent = z.object({ secret: z.string(), until: z.int() });

const personOf = async (
  { users, userKeys }: Pick<Dependencies, 'users' | 'userKeys'>,
  userId: string,
): Promise<Person | Refusal> => {
  const { user, key } = await loadPerson({ users, userKeys }, userId);
  return user.status === 'registered' && key ? { user, key } : refuse('UNAUTHORIZED');
};

const passwordRefusal = async (
  dependencies: Dependencies,
  person: Person,
  password: string,
): Promise<Refusal | undefined> => {
  const isRight = await checkPassword(dependencies, person, password);
  if (isRefusal(isRight)) return isRight;
  return isRight ? undefined : refuse('CURRENT_PASSWORD_WRONG');
};

/** Answers the sequence of the commit. A command that is sent again has nothing to show a second time. */
const execute = async (
  { users }: Pick<Dependencies, 'users'>,
  { user: { userId } }: Person,
  command: SecondFactorCommand,
  { commandId, correlationId }: RequestContext,
): Promise<Written | Refusal> => {
  const outcome = await users.change(userId, command, { commandId, userId, correlationId });
  if (isRefusal(outcome)) return outcome;
  if (outcome.isRepeated) return refuse('COMMAND_ID_REUSED');
  return outcome.written;
};

export const getSecondFactor = (dependencies: Dependencies): Handler =>
  fromAggregates(
    userHandler(messageOf('getSecondFactor'), async (_input, userId) => {
      const person = await personOf(dependencies, userId);
      if (isRefusal(person)) return person;
      const { secondFactor } = person.user;
      const left = secondFactor?.recoveryHashes.length ?? 0;
      return answer({ enabled: secondFactor !== null, recovery_codes_left: left });
    }),
  );

/** Keeps nothing: the secret travels sealed, and comes back with the first code. */
export const prepareSecondFactor = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('prepareSecondFactor'), async (_input, userId) => {
    const person = await personOf(dependencies, userId);
    if (isRefusal(person)) return person;
    const { user, key } = person;
    if (user.secondFactor !== null) return refuse('SECOND_FACTOR_ON');
    const secret = newSecret();
    const until = dependencies.now().getTime() + SETUP_FOR_MS;
    const setup = key.seal('second-factor-setup', JSON.stringify({ secret, until }));
    return answer({ secret, uri: uriOf(secret, user.email), setup });
  });

/** The secret of a setup; null when it is not this user's, or too old. */
const secretIn = ({ key }: Person, setup: string, at: Date): string | null => {
  try {
    const { secret, until } = setupContent.parse(JSON.parse(key.unseal('second-factor-setup', setup)));
    return at.getTime() < until ? secret : null;
  } catch {
    return null;
  }
};

export const enableSecondFactor = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('enableSecondFactor'), async ({ setup, code, password }, userId, request) => {
    const person = await personOf(dependencies, userId);
    if (isRefusal(person)) return person;
    const { user, key } = person;
    const at = dependencies.now();
    const secret = secretIn(person, setup, at);
    if (secret === null) return refuse('SECOND_FACTOR_SETUP_EXPIRED');
    const refusal = await passwordRefusal(dependencies, person, password);
    if (refusal) return refusal;
    const step = stepOf(secret, code, at);
    if (step === null) return refuse('SECOND_FACTOR_WRONG');
    const { codes, hashes } = newRecoveryCodes(secret);
    const command = {
      type: 'EnableSecondFactor',
      passwordHash: user.passwordHash,
      sessionId: request.sessionId ?? '',
      secret: key.seal('second-factor', secret),
      step,
      recoveryHashes: hashes,
    } as const;
    const written = await execute(dependencies, person, command, request);
    return isRefusal(written) ? written : answer({ recovery_codes: codes }, written);
  });

/** Does something for which password and code are asked. */
const withProof = async (
  dependencies: Dependencies,
  userId: string,
  { password, code }: { readonly password: string; readonly code: string },
  request: RequestContext,
  commandOf: (
    person: Person,
    proof: Extract<SecondFactorCommand, { type: 'DisableSecondFactor' }>['proof'],
  ) => SecondFactorCommand,
): Promise<Written | Refusal> => {
  const person = await personOf(dependencies, userId);
  if (isRefusal(person)) return person;
  if (person.user.secondFactor === null) return refuse('SECOND_FACTOR_OFF');
  const refusal = await passwordRefusal(dependencies, person, password);
  if (refusal) return refusal;
  const proof = await checkCode(dependencies, person, code);
  if (isRefusal(proof)) return proof;
  if (proof === null) return refuse('SECOND_FACTOR_OFF');
  return execute(dependencies, person, commandOf(person, proof), request);
};

export const disableSecondFactor = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('disableSecondFactor'), async (input, userId, request) => {
    const written = await withProof(dependencies, userId, input, request, ({ user }, proof) => ({
      type: 'DisableSecondFactor',
      passwordHash: user.passwordHash,
      proof,
    }));
    if (isRefusal(written)) return written;
    return answer({ message: 'Two-factor authentication is off' }, written);
  });

export const renewRecoveryCodes = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('renewRecoveryCodes'), async (input, userId, request) => {
    let codes: string[] = [];
    const written = await withProof(dependencies, userId, input, request, ({ user, key }, proof) => {
      const secret = key.unseal('second-factor', user.secondFactor?.secret ?? '');
      const renewed = newRecoveryCodes(secret);
      codes = renewed.codes;
      const { passwordHash } = user;
      return { type: 'RenewRecoveryCodes', passwordHash, proof, recoveryHashes: renewed.hashes };
    });
    return isRefusal(written) ? written : answer({ recovery_codes: codes }, written);
  });
