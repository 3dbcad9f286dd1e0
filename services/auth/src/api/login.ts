// Logs a user in by e-mail or username and password.
import { isRefusal, MESSAGES, refuse } from '@tradeium/contracts';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import { isEmail } from '../domain/login-name.ts';
import type { RegisteredUser } from '../domain/user.ts';
import type { Dependencies } from './dependencies.ts';
import { startSession } from './start-session.ts';
import { userOutput } from './user-output.ts';

const findUser = async (
  { claimIds, emailClaims, usernameClaims, users }: Dependencies,
  loginName: string,
): Promise<RegisteredUser | null> => {
  const claim = isEmail(loginName)
    ? await emailClaims.load(claimIds.ofEmail(loginName))
    : await usernameClaims.load(claimIds.ofUsername(loginName));
  const { userId } = claim.state;
  const user = userId === null ? null : (await users.load(userId)).state;
  return user?.status === 'registered' ? user : null;
};

/** Refusals in this order, and a wrong password takes as long as an unknown name. */
export const login = (dependencies: Dependencies): Handler =>
  handler(MESSAGES.startSession, async ({ email: loginName, password }, request) => {
    const { passwords, personalData, emailVerification } = dependencies;
    const user = await findUser(dependencies, loginName);
    const matches = await passwords.verify(user?.passwordHash ?? null, password);
    if (isRefusal(matches)) return matches;
    if (!user || !matches) return refuse('INVALID_CREDENTIALS');
    if (emailVerification === 'required' && !user.emailVerified) return refuse('EMAIL_NOT_VERIFIED');
    const key = await personalData.keyOf(user.userId);
    if (!key) return refuse('INVALID_CREDENTIALS');
    const session = await startSession(dependencies, user.userId, request);
    if (isRefusal(session)) return session;
    return answer(
      {
        user: userOutput(user, key),
        session_token: session.token,
        session_expires_at: session.expiresAt,
      },
      session.written,
    );
  });
