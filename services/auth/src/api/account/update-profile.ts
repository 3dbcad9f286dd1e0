// Changes a user's name or password, both or neither.

import { isRefusal, MESSAGES, type Refusal, refuse } from '@tradeium/contracts';
import type { Command } from '@tradeium/event-store';
import { answer, type Handler, type RequestContext, userHandler } from '@tradeium/service-kit';
import { changeUsername, type NameChange } from '../../commands/change-username.ts';
import type { Person, UserChange } from '../../commands/dependencies.ts';
import { loadPerson } from '../../commands/load-person.ts';
import { type DrawnSession, drawSession } from '../../commands/new-session.ts';
import { liveSession } from '../../domain/sessions.ts';
import type { RegisteredUser } from '../../domain/user-state.ts';
import { addressOf, checkPassword } from '../checks/password-check.ts';
import { userOutput } from '../checks/user-output.ts';
import type { Dependencies } from '../dependencies.ts';

type Input = {
  username?: string | undefined;
  currentPassword?: string | undefined;
  newPassword?: string | undefined;
};

type NewPassword = { readonly from: string; readonly to: string; readonly drawn: DrawnSession };

/** The new name, or null; together with a new password, the current one counts as unchanged. */
const newUsername = ({ user }: Person, { username, newPassword }: Input): string | null | Refusal => {
  if (username === undefined && !newPassword) return refuse('PROFILE_UNCHANGED');
  if (username === undefined) return null;
  if (username !== user.username) return username;
  return newPassword ? null : refuse('USERNAME_UNCHANGED');
};

/** The new password's sealed hash with the session that replaces all others; null when there is none. */
const newPassword = async (
  dependencies: Dependencies,
  person: Person,
  { currentPassword, newPassword: password }: Input,
  request: RequestContext,
): Promise<NewPassword | null | Refusal> => {
  if (!password) return null;
  if (!currentPassword) return refuse('CURRENT_PASSWORD_REQUIRED');
  const isRight = await checkPassword(dependencies, person, currentPassword);
  if (isRefusal(isRight)) return isRight;
  if (!isRight) return refuse('CURRENT_PASSWORD_WRONG');
  const hash = await dependencies.passwords.hash(password, addressOf(request));
  if (isRefusal(hash)) return hash;
  const { user, key } = person;
  const drawn = drawSession(dependencies, request);
  return { from: user.passwordHash, to: key.seal('password', hash), drawn };
};

/** Everything is checked before anything is written; the name is claimed last, so only its loss can be noticed late. */
const change = async (
  dependencies: Dependencies,
  person: Person,
  input: Input,
  command: Command,
  request: RequestContext,
): Promise<{ outcome: UserChange | Refusal; drawn: DrawnSession | undefined } | Refusal> => {
  const { users } = dependencies;
  const { userId } = person.user;
  const username = newUsername(person, input);
  if (isRefusal(username)) return username;
  const password = await newPassword(dependencies, person, input, request);
  if (isRefusal(password)) return password;
  const changed = password && { from: password.from, to: password.to, session: password.drawn.session };
  const write = (renamed: NameChange | null): Promise<UserChange | Refusal> =>
    users.change(userId, { type: 'ChangeProfile', username: renamed, password: changed }, command);
  const outcome = await (username === null
    ? write(null)
    : changeUsername(dependencies, person, username, request.correlationId, write));
  return { outcome, drawn: password?.drawn };
};

export const updateProfile = (dependencies: Dependencies): Handler =>
  userHandler(MESSAGES.changeProfile, async (input, userId, request) => {
    const { users, userKeys, digestOf, now } = dependencies;
    const { commandId, correlationId, sessionId = '' } = request;
    const isAsker = (newest: RegisteredUser): boolean =>
      liveSession(newest.sessions, sessionId, now().toISOString()) !== undefined;
    const { user, key } = await loadPerson({ users, userKeys }, userId);
    if (user.status !== 'registered' || !key || !isAsker(user)) return refuse('UNAUTHORIZED');
    const command = { commandId, userId, correlationId, input: digestOf(input) };
    const firstOutcome = await users.earlier(userId, command);
    if (isRefusal(firstOutcome)) return firstOutcome;
    const changed = firstOutcome.isRepeated
      ? { outcome: firstOutcome, drawn: undefined }
      : await change(dependencies, { user, key }, input, command, request);
    if (isRefusal(changed)) return changed;
    const { outcome, drawn } = changed;
    if (isRefusal(outcome)) return outcome;
    const { state, written, isRepeated } = outcome;
    if (state.status !== 'registered') return refuse('UNAUTHORIZED');
    const session = isRepeated ? null : (drawn?.started(state, written) ?? null);
    if (!session && !isAsker(state)) return refuse('UNAUTHORIZED');
    return answer(
      {
        user: userOutput(state),
        message: 'Your profile is changed',
        session_token: session?.token ?? null,
        session_expires_at: session?.expiresAt ?? null,
      },
      written,
    );
  });
