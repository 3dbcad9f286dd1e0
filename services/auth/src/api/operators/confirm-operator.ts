// Checks that an operator's session is in the operator's hands: by the second factor where it is on, else by the password.
import { isRefusal, MESSAGES, type Refusal, refuse } from '@tradeium/contracts';
import { answer, type Handler, type RequestContext, userHandler } from '@tradeium/service-kit';
import type { Person, UserChange } from '../../commands/dependencies.ts';
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
): Promise<Refusal | UserChange> => {
  if (!code) return missing('code');
  const { users, digestOf } = dependencies;
  const { userId } = person.user;
  const ids = { commandId, correlationId, userId, input: digestOf({ code }) };
  const first = await users.earlier(userId, ids);
  if (isRefusal(first) || first.isRepeated) return first;
  const proof = await checkCode(dependencies, person, code);
  if (isRefusal(proof)) return orWrongCode(proof);
  const outcome = await users.change(userId, { type: 'ConfirmOperator', proof }, ids);
  return isRefusal(outcome) ? orWrongCode(outcome) : outcome;
};

export const confirmOperator = (dependencies: Dependencies): Handler =>
  userHandler(MESSAGES.confirmOperator, async ({ password, code }, userId, request) => {
    const { user, key } = await loadPerson(dependencies, userId);
    if (user.status !== 'registered' || !key || user.isLocked) return refuse('UNAUTHORIZED');
    const person = { user, key };
    if (user.secondFactor !== null) {
      const confirmed = await confirmByCode(dependencies, person, code, request);
      return isRefusal(confirmed) ? confirmed : answer({}, confirmed.written);
    }
    return (await confirmByPassword(dependencies, person, password)) ?? answer({});
  });
