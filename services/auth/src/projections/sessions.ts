// The sessions: whose they are and until when.
import type { SessionEvent } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { sessionAggregate } from '../domain/session.ts';

/** Its id is the session's. One that was ended stays, ended. */
export type SessionDocument = { userId: string; expiresAt: string; isEnded: boolean };

const schema = new Schema<SessionDocument>({ userId: String, expiresAt: String, isEnded: Boolean });

const changes = ({ event }: StoredEvent<SessionEvent>): Change<SessionDocument>[] => {
  const id = event.data.sessionId;
  switch (event.type) {
    case 'SessionStarted': {
      const { userId, expiresAt } = event.data;
      return [{ id, apply: () => ({ userId, expiresAt, isEnded: false }) }];
    }
    case 'SessionEnded':
      return [{ id, apply: (session) => session && { ...session, isEnded: true } }];
  }
};

export const sessionsProjection: Projection<SessionEvent, SessionDocument> = {
  name: 'sessions',
  version: 1,
  reads: [sessionAggregate],
  schema,
  changes,
};

export type SessionModel = ReadModel<SessionDocument>;

/** The session, or null when it is unknown, ended or over at `now`. */
export const liveSessionOf = async (
  model: SessionModel,
  sessionId: string,
  now: string,
): Promise<Stored<SessionDocument> | null> => {
  const session = await model().findOne({ _id: sessionId }).lean<Stored<SessionDocument>>();
  return session && !session.isEnded && now < session.expiresAt ? session : null;
};
