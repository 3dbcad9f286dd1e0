// A user's sessions: each lives from a login until it is ended, too old, or unused for too long.
import type { UserEvent } from '@tradeium/contracts';

type Started = Extract<UserEvent, { type: 'SessionStarted' }>['data'];

export type Session = Omit<Started, 'userId'> & {
  /** Accurate to a few hours. */
  readonly usedAt: string;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const SESSION_LIFETIME_MS = 30 * DAY_MS;
const IDLE_MAX_MS = 7 * DAY_MS;
const NOTE_USE_AFTER_MS = 6 * HOUR_MS;

/** True if this session still signs its user in at `now` (ISO 8601). */
export const isLive = ({ expiresAt, usedAt }: Session, now: string): boolean =>
  now < expiresAt && Date.parse(now) - Date.parse(usedAt) < IDLE_MAX_MS;

export const liveSessions = (sessions: readonly Session[], now: string): readonly Session[] =>
  sessions.filter((session) => isLive(session, now));

/** The live session with this id. */
export const liveSession = (
  sessions: readonly Session[],
  sessionId: string,
  now: string,
): Session | undefined => liveSessions(sessions, now).find((session) => session.sessionId === sessionId);

export const withoutSessions = (
  sessions: readonly Session[],
  sessionIds: readonly string[],
): readonly Session[] => sessions.filter(({ sessionId }) => !sessionIds.includes(sessionId));

/** True if a use at `now` is worth an event: one every few hours is enough to notice an unused session. */
export const isUseWorthNoting = ({ usedAt }: Session, now: string): boolean =>
  Date.parse(now) - Date.parse(usedAt) >= NOTE_USE_AFTER_MS;
