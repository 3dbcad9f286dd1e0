// Registers a user: claims the e-mail address and a username, then writes who registered.

import { randomUUID } from 'node:crypto';
import { isRefusal, MESSAGES, type Refusal, refuse } from '@tradeium/contracts';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import { decideEmailClaim } from '../domain/email-claim.ts';
import { usernameCandidates } from '../domain/login-name.ts';
import { decideUser, nextIssue, type RegisteredUser } from '../domain/user.ts';
import { decideUsernameClaim } from '../domain/username-claim.ts';
import type { PersonalKey } from '../secrets/personal-data.ts';
import type { Dependencies } from './dependencies.ts';
import { startSession } from './start-session.ts';
import { userOutput } from './user-output.ts';

/** Without the input, whose hash would be kept: a fast hash of a password must not exist anywhere. */
type CommandIds = { readonly commandId: string; readonly correlationId: string };

type Registration = { readonly user: RegisteredUser; readonly key: PersonalKey; readonly sequence: number };

/** The user that the address belongs to: a new one, or the one of a registration that broke off. */
const claimEmail = async (
  { emailClaims, claimIds }: Dependencies,
  email: string,
  ids: CommandIds,
): Promise<string | Refusal> => {
  const command = { type: 'ClaimEmail', userId: randomUUID() } as const;
  const outcome = await emailClaims.execute(claimIds.ofEmail(email), ids, (claim) =>
    decideEmailClaim(command, claim),
  );
  return outcome.ok ? (outcome.state.userId ?? command.userId) : outcome.refusal;
};

const claimUsername = async (
  { usernameClaims, claimIds }: Dependencies,
  email: string,
  userId: string,
  ids: CommandIds,
): Promise<string | Refusal> => {
  for (const username of usernameCandidates(email, userId)) {
    const outcome = await usernameClaims.execute(claimIds.ofUsername(username), ids, (claim) =>
      decideUsernameClaim({ type: 'ClaimUsername', userId }, claim),
    );
    if (outcome.ok) return username;
    if (outcome.refusal.refused !== 'USERNAME_TAKEN') return outcome.refusal;
  }
  throw new Error('every username that was tried is taken');
};

const registerUser = async (
  dependencies: Dependencies,
  { email, password }: Readonly<{ email: string; password: string }>,
  ids: CommandIds,
): Promise<Registration | Refusal> => {
  const { passwords, personalData, verificationTokens, users, emailVerification } = dependencies;
  const passwordHash = await passwords.hash(password);
  if (isRefusal(passwordHash)) return passwordHash;
  const userId = await claimEmail(dependencies, email, ids);
  if (isRefusal(userId)) return userId;
  const username = await claimUsername(dependencies, email, userId, ids);
  if (isRefusal(username)) return username;
  const key = await personalData.ensureKey(userId);
  const sealed = { email: key.seal('email', email), username: key.seal('username', username) };
  const outcome = await users.execute(userId, { ...ids, userId }, (user, now) => {
    const tokenHash = emailVerification === 'off' ? null : verificationTokens.hashOf(userId, nextIssue(user));
    return decideUser({ type: 'RegisterUser', userId, ...sealed, passwordHash, tokenHash }, user, now);
  });
  if (!outcome.ok) return outcome.refusal;
  if (outcome.state.status === 'unknown') throw new Error('a user was not registered');
  // The command's id alone must not open the account: whoever sends it again knows the password too.
  const knowsPassword = !outcome.repeated || (await passwords.verify(outcome.state.passwordHash, password));
  if (isRefusal(knowsPassword)) return knowsPassword;
  if (!knowsPassword) return refuse('EMAIL_TAKEN');
  return { user: outcome.state, key, sequence: outcome.sequence };
};

/**
 * Two registrations of one address at once lead to one user, and the other is EMAIL_TAKEN. One that broke off
 * anywhere is completed by the next with the same address: it finds the same user, username and key.
 */
export const register = (dependencies: Dependencies): Handler =>
  handler(MESSAGES.registerUser, async (input, request) => {
    const { commandId, correlationId } = request;
    const registration = await registerUser(dependencies, input, { commandId, correlationId });
    if (isRefusal(registration)) return registration;
    const { user, key, sequence } = registration;
    const session = user.emailVerified ? await startSession(dependencies, user.userId, request) : null;
    if (isRefusal(session)) return session;
    const { email, username, email_verified } = userOutput(user, key);
    const token = session?.token ?? null;
    const output = { access_token: token, user_id: user.userId, email, username, email_verified };
    return answer(
      { ...output, session_token: token, session_expires_at: session?.expiresAt ?? null },
      session?.written ?? { context: 'auth', sequence },
    );
  });
