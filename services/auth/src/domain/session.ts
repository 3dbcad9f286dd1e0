// A session: from a login until it is ended or its time is up.
import { type SessionEvent, sessionEvents } from '@tradeium/contracts';

type Started = Extract<SessionEvent, { type: 'SessionStarted' }>['data'];

export type KnownSession = Started & { readonly status: 'started' | 'ended' };

export type Session = { readonly status: 'unknown' } | KnownSession;

export const unknownSession: Session = { status: 'unknown' };

const SESSION_LIFETIME_MS = 30 * 86_400_000;

/** Folds one event into the session. */
export const evolveSession = (session: Session, { type, data }: SessionEvent): Session => {
  switch (type) {
    case 'SessionStarted':
      return { ...data, status: 'started' };
    case 'SessionEnded':
      return session.status === 'unknown' ? session : { ...session, status: 'ended' };
  }
};

/** The session as the event store keeps it. */
export const sessionAggregate = {
  context: 'auth',
  name: 'session',
  stateVersion: 1,
  initial: unknownSession,
  evolve: evolveSession,
  events: sessionEvents,
  snapshotEvery: 0,
} as const;

/** Whether somebody is signed in by this session at `now` (ISO 8601). */
export const isLive = (session: Session, now: string): session is KnownSession =>
  session.status === 'started' && now < session.expiresAt;

export type SessionCommand =
  | { readonly type: 'StartSession'; readonly sessionId: string; readonly userId: string }
  | { readonly type: 'EndSession'; readonly sessionId: string };

/** Decides a command at a time (ISO 8601). What is done already, or was never begun, needs nothing more. */
export const decideSession = (command: SessionCommand, session: Session, now: string): SessionEvent[] => {
  const { sessionId } = command;
  switch (command.type) {
    case 'StartSession': {
      if (session.status !== 'unknown') return [];
      const expiresAt = new Date(Date.parse(now) + SESSION_LIFETIME_MS).toISOString();
      return [{ type: 'SessionStarted', data: { sessionId, userId: command.userId, expiresAt } }];
    }
    case 'EndSession':
      if (session.status !== 'started') return [];
      return [{ type: 'SessionEnded', data: { sessionId, userId: session.userId } }];
  }
};
