// Logs a user in by email or username and password, and by a code where there is a second factor.
import { isRefusal, MESSAGES, type Refusal, refuse } from '@tradeium/contracts';
import { type Answer, answer, type Handler, handler, type RequestContext } from '@tradeium/service-kit';
import type { AttemptOutcome } from '../../attempts/login-attempts.ts';
import { startSession } from '../../commands/start-session.ts';
import { isEmail } from '../../domain/login-name.ts';
import type { CodeProof } from '../../domain/second-factor.ts';
import { checkCode } from '../checks/code-check.ts';
import { waitForTick } from '../checks/even-timing.ts';
import { type FoundUser, findUser } from '../checks/find-user.ts';
import { addressOf, attemptNamesOf, noticedHashOf, passwordHashOf } from '../checks/password-check.ts';
import { userOutput } from '../checks/user-output.ts';
import type { Dependencies } from '../dependencies.ts';

type Input = {
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
};
type Output = {
  readonly user: ReturnType<typeof userOutput>;
  readonly session_token: string;
  readonly session_expires_at: string;
};

/**
 * Decides what a password opens. Registering an address and then logging in must not reveal whether the address was taken
 * before. So the password of a registration that was only noted gets the same answer as one that awaits verification, for
 * the address only: no username is claimed before that. Every failed login costs two hashes.
 */
const worthOf = async (
  { passwords, emailVerification }: Dependencies,
  found: FoundUser['found'],
  { email: typed, password }: Input,
  address: string,
): Promise<AttemptOutcome | Refusal> => {
  const matches = await passwords.verify(found && passwordHashOf(found), password, address);
  if (isRefusal(matches)) return matches;
  const isOpen = found !== null && (emailVerification === 'off' || found.user.emailVerified);
  if (matches && isOpen) return 'right';
  const noticedHash = found && isEmail(typed) ? noticedHashOf(found) : null;
  const isNoticed = await passwords.verify(noticedHash, password, address);
  if (isRefusal(isNoticed)) return isNoticed;
  return matches || isNoticed ? 'unproven' : 'wrong';
};

const logIn = async (
  dependencies: Dependencies,
  input: Input,
  request: RequestContext,
): Promise<Answer<Output> | Refusal> => {
  const { loginAttempts } = dependencies;
  const { name, account, found } = await findUser(dependencies, input.email);
  const names = found ? attemptNamesOf(dependencies, found.user) : [];
  const address = addressOf(request);
  const attempt = { name, account, names, address };
  let proof: CodeProof | null = null;
  const worth = await loginAttempts.attempt(attempt, async () => {
    const outcome = await worthOf(dependencies, found, input, address);
    if (outcome !== 'right' || !found) return outcome;
    const checked = await checkCode(dependencies, found, input.code);
    if (isRefusal(checked)) return checked;
    proof = checked;
    return outcome;
  });
  if (isRefusal(worth)) return worth;
  if (worth === 'unproven') return refuse('EMAIL_NOT_VERIFIED');
  if (!found || worth === 'wrong') return refuse('INVALID_CREDENTIALS');
  const { user } = found;
  const session = await startSession(dependencies, user, request, proof);
  if (isRefusal(session)) return session;
  return answer(
    { user: userOutput(user), session_token: session.token, session_expires_at: session.expiresAt },
    session.written,
  );
};

/** A wrong password takes as long as an unknown name. Only a right one learns that there is a second factor. */
export const login = (dependencies: Dependencies): Handler =>
  handler(MESSAGES.startSession, async (input, request) => {
    const began = performance.now();
    const result = await logIn(dependencies, input, request);
    if (isRefusal(result)) await waitForTick(began);
    return result;
  });
