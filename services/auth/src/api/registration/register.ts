// Registers a user without revealing whether the address was registered before.
import { isRefusal, MESSAGES, type Refusal, refuse } from '@tradeium/contracts';
import { type Answer, answer, type Handler, handler, type RequestContext } from '@tradeium/service-kit';
import type { z } from 'zod';
import { type Registration, registerUser } from '../../commands/register-user.ts';
import { startSession } from '../../commands/start-session.ts';
import { usernameCandidates } from '../../domain/login-name.ts';
import { later, VERIFICATION_LIFETIME_MS } from '../../domain/user-state.ts';
import { answerOnTick } from '../checks/even-timing.ts';
import { addressOf, passwordHashOf } from '../checks/password-check.ts';
import { userOutput } from '../checks/user-output.ts';
import type { Dependencies } from '../dependencies.ts';

type Input = { readonly email: string; readonly password: string };
type Output = z.output<typeof MESSAGES.registerUser.output>;

const registration = async (
  dependencies: Dependencies,
  { email, password }: Input,
  request: RequestContext,
): Promise<Registration | Refusal> => {
  const { passwords, digestOf, claimIds, mailAllowances } = dependencies;
  const { commandId, correlationId } = request;
  const refusal =
    (await mailAllowances.useRegistration(addressOf(request), { commandId, email })) ??
    (await mailAllowances.useMail(claimIds.ofMailbox(email), 'verification', {
      commandId,
      email,
      address: addressOf(request),
    }));
  if (refusal) return refusal;
  const passwordHash = await passwords.hash(password, addressOf(request));
  if (isRefusal(passwordHash)) return passwordHash;
  const ids = { commandId, correlationId, input: digestOf({ email, password }) };
  return registerUser(dependencies, { email, passwordHash }, ids);
};

/** The mark for the browser that registers. That of an address which is taken is no registration's, and looks the same. */
const markOf = (
  { registrationMarks, now }: Dependencies,
  { user: { userId }, attemptedHash: passwordHash }: Registration,
): Output['registration'] => {
  const expiresAt = later(now().toISOString(), VERIFICATION_LIFETIME_MS);
  return { mark: registrationMarks.make({ userId, passwordHash }, expiresAt), expires_at: expiresAt };
};

/** The same whether or not the address is registered already; only its mailbox learns more. */
const registerQuietly = async (
  dependencies: Dependencies,
  input: Input,
  request: RequestContext,
): Promise<Answer<Output> | Refusal> => {
  const registered = await registration(dependencies, input, request);
  if (isRefusal(registered)) return registered;
  const { user, isNew } = registered;
  return answer({
    access_token: null,
    user_id: isNew ? user.userId : dependencies.decoyUserIds.of(request.commandId, input.email),
    email: input.email,
    username: usernameCandidates(input.email, user.userId)[0] as string,
    email_verified: false,
    session_token: null,
    session_expires_at: null,
    registration: markOf(dependencies, registered),
  });
};

/** Without verification the account opens at once, and a known address is EMAIL_TAKEN. */
const registerAtOnce = async (
  dependencies: Dependencies,
  input: Input,
  request: RequestContext,
): Promise<Answer<Output> | Refusal> => {
  const registered = await registration(dependencies, input, request);
  if (isRefusal(registered)) return registered;
  const { user, isRepeated } = registered;
  const { passwords } = dependencies;
  // The command's id alone must not open the account: a caller that sends it again has to know the password too.
  const knowsPassword =
    !isRepeated || (await passwords.verify(passwordHashOf(registered), input.password, addressOf(request)));
  if (isRefusal(knowsPassword)) return knowsPassword;
  if (!knowsPassword) return refuse('EMAIL_TAKEN');
  const session = await startSession(dependencies, user, request);
  if (isRefusal(session)) return session;
  const { email, username, email_verified } = userOutput(user);
  const { token, expiresAt, written } = session;
  const account = { access_token: token, user_id: user.userId, email, username, email_verified };
  return answer(
    { ...account, session_token: token, session_expires_at: expiresAt, registration: null },
    written,
  );
};

export const register = (dependencies: Dependencies): Handler =>
  handler(MESSAGES.registerUser, async (input, request) =>
    dependencies.emailVerification === 'off'
      ? registerAtOnce(dependencies, input, request)
      : answerOnTick(() => registerQuietly(dependencies, input, request)),
  );
