// Checks that an operator's session is in the operator's hands: by the second factor where it is on, else by the password.
import { isRefusal, MESSAGES, type Refusal, refuse } from '@tradeium/contracts';
import { answer, type Handler, type RequestContext, userHandler } from '@tradeium/service-kit';
import { changeUser, repeatedOutcome } from '../../commands/change-user.ts';
import type { Person } from '../../commands/dependencies.ts';
import { loadPerson } from '../../commands/load-person.ts';
import { checkCode } from '../checks/code-check.ts';
import { checkPassword } from '../checks/password-check.ts';
import type { Dependencies } from '../dependencies.ts';

const missing = (by: 'password' | 'code'): Refusal => refuse('CONFIRMATION_REQUIRED', { by });
const wrong = (by: 'password' | 'code'): Refusal => refuse('CONFIRMATION_WRONG', { by });

const confirmByPassword = async (
  dependencies: Dependencies,
  person: Person,
  password: string | undefined,
): Promise<Refusal | undefined> => {
  if (!password) return missing('password');
  const isRight = await checkPassword(dependencies, person, password);
  if (isRefusal(isRight)) return isRight;
  return isRight ? undefined : wrong('password');
};

const orWrongCode = (refusal: Refusal): Refusal =>
  refusal.refused === 'SECOND_FACTOR_WRONG' ? wrong('code') : refusal;

/** A code counts once; the command that is sent again with the same one is confirmed again. */
const confirmByCode = async (
  dependencies: Dependencies,
  person: Person,
  code: string | undefined,
  { commandId, correlationId }: RequestContext,
): Promise<Refusal | number> => {
  if (!code) return missing('code');
  const { users, digestOf } = dependencies;
  const { userId } = person.user;
  const ids = { commandId, correlationId, userId, input: digestOf({ code }) };
  const first = await repeatedOutcome(users, userId, ids);
  if (first) return isRefusal(first) ? first : first.sequence;
  const proof = await checkCode(dependencies, person, code);
  if (isRefusal(proof)) return orWrongCode(proof);
  const outcome = await changeUser(users, userId, { type: 'ConfirmOperator', proof }, ids);
  return outcome.ok ? outcome.sequence : orWrongCode(outcome.refusal);
};

export const confirmOperator = (dependencies: Dependencies): Handler =>
  userHandler(MESSAGES.confirmOperator, async ({ password, code }, userId, request) => {
    const { user, key } = await loadPerson(dependencies, userId);
    if (user.status !== 'registered' || !key || user.isLocked) return refuse('UNAUTHORIZED');
    const person = { user, key };
    if (user.secondFactor !== null) {
      const confirmed = await confirmByCode(dependencies, person, code, request);
      return isRefusal(confirmed) ? confirmed : answer({}, { context: 'auth', sequence: confirmed });
    }
    return (await confirmByPassword(dependencies, person, password)) ?? answer({});
  });
