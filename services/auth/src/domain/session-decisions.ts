// Decides on a user's sessions: their start after a login, their use, their end.
import { isRefusal, type Refusal, refuse, SESSIONS_MAX, type UserEvent } from '@tradeium/contracts';
import { revokeAll } from './access-tokens.ts';
import { type CodeProof, type SecondFactorCommand, usesOf } from './second-factor.ts';
import { isUseWorthNoting, liveSession, liveSessions, SESSION_LIFETIME_MS } from './sessions.ts';
import { type DataOf, later, type RegisteredUser, type User } from './user-state.ts';

/** `sessionId` is new. */
export type NewSession = Pick<DataOf<'SessionStarted'>, 'sessionId' | 'device'>;

type EndReason = DataOf<'SessionsEnded'>['reason'];

export type SessionCommand =
  | {
      readonly type: 'StartSession';
      readonly session: NewSession;
      /** The hash that the password was checked against; if it has changed, the login is refused. */
      readonly passwordHash: string;
      /** The code that came with it; null when none did. */
      readonly proof: CodeProof | null;
    }
  | { readonly type: 'UseSession'; readonly sessionId: string }
  | { readonly type: 'EndSession'; readonly sessionId: string; readonly reason: EndReason }
  | { readonly type: 'EndOtherSessions'; readonly sessionId: string };

/** Decides a command at a time (ISO 8601). Ending an ended session changes nothing. */
export const decideSessions = (command: SessionCommand, user: User, now: string): UserEvent[] | Refusal => {
  if (user.status !== 'registered') {
    return command.type === 'StartSession' ? refuse('INVALID_CREDENTIALS') : [];
  }
  switch (command.type) {
    case 'StartSession': {
      if (user.passwordHash !== command.passwordHash) return refuse('INVALID_CREDENTIALS');
      return startSession(user, command.session, command.proof, now);
    }
    case 'UseSession': {
      const { sessionId } = command;
      const session = liveSession(user.sessions, sessionId, now);
      if (!session || !isUseWorthNoting(session, now)) return [];
      return [{ type: 'SessionUsed', data: { userId: user.userId, sessionId, usedAt: now } }];
    }
    case 'EndSession':
      return sessionsEnded(
        user,
        idsOf(user).filter((id) => id === command.sessionId),
        command.reason,
      );
    case 'EndOtherSessions':
      return endOthers(user, command.sessionId);
  }
};

/** One more session of the user; refused where a code is missing, and for a locked account. The oldest ends when there would be too many. */
export const startSession = (
  user: RegisteredUser,
  session: NewSession,
  proof: CodeProof | null,
  now: string,
): UserEvent[] | Refusal => {
  const uses = usesOf(user, proof, now);
  if (isRefusal(uses)) return uses;
  if (user.isLocked) return refuse('ACCOUNT_LOCKED');
  return [...uses, ...makeRoom(user, now), sessionStarted(user.userId, session, now)];
};

/** A session from `now` on. */
export const sessionStarted = (userId: string, session: NewSession, now: string): UserEvent => ({
  type: 'SessionStarted',
  data: { userId, ...session, startedAt: now, expiresAt: later(now, SESSION_LIFETIME_MS) },
});

/** Ends every session and every access token. */
export const endAll = (
  user: RegisteredUser,
  reason: 'password' | 'deletion' | 'operator' | 'locked',
): UserEvent[] => [...sessionsEnded(user, idsOf(user), reason), ...revokeAll(user, reason)];

/** Turning the second factor on also ends other sessions and all access tokens: they began without a code, perhaps by a stranger who knows the password. */
export const withSessionsEnded = (
  command: SecondFactorCommand,
  user: RegisteredUser,
  decided: UserEvent[] | Refusal,
): UserEvent[] | Refusal =>
  command.type === 'EnableSecondFactor' && !isRefusal(decided)
    ? [...decided, ...endOthers(user, command.sessionId), ...revokeAll(user, 'second-factor')]
    : decided;

/** Ends every session but one. */
const endOthers = (user: RegisteredUser, sessionId: string): UserEvent[] =>
  sessionsEnded(
    user,
    idsOf(user).filter((id) => id !== sessionId),
    'revoked',
  );

/** Ends the oldest live session when the limit is reached. */
const makeRoom = (user: RegisteredUser, now: string): UserEvent[] => {
  const live = liveSessions(user.sessions, now).map(({ sessionId }) => sessionId);
  return sessionsEnded(user, live.slice(0, Math.max(0, live.length + 1 - SESSIONS_MAX)), 'too-many');
};

const idsOf = ({ sessions }: RegisteredUser): string[] => sessions.map(({ sessionId }) => sessionId);

const sessionsEnded = ({ userId }: RegisteredUser, sessionIds: string[], reason: EndReason): UserEvent[] =>
  sessionIds.length === 0 ? [] : [{ type: 'SessionsEnded', data: { userId, sessionIds, reason } }];
