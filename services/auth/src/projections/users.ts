// The users, as sessions and lists read them. Names stay sealed here too: only a query unseals them.
import type { UserEvent, User as UserOutput } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { userAggregate } from '../domain/user.ts';
import type { PersonalKey } from '../secrets/personal-data.ts';

/** Its id is the user's; `email` and `username` are sealed. */
export type UserDocument = {
  email: string;
  username: string;
  emailVerified: boolean;
  registeredAt: string;
};

const schema = new Schema<UserDocument>({
  email: String,
  username: String,
  emailVerified: Boolean,
  registeredAt: String,
});

const changes = ({ event }: StoredEvent<UserEvent>): Change<UserDocument>[] => {
  const id = event.data.userId;
  switch (event.type) {
    case 'UserRegistered': {
      const { email, username, registeredAt } = event.data;
      return [{ id, apply: () => ({ email, username, emailVerified: false, registeredAt }) }];
    }
    case 'EmailVerified':
      return [{ id, apply: (user) => user && { ...user, emailVerified: true } }];
    case 'VerificationRequested':
      return [];
  }
};

export const usersProjection: Projection<UserEvent, UserDocument> = {
  name: 'users',
  version: 1,
  reads: [userAggregate],
  schema,
  changes,
};

export type UserModel = ReadModel<UserDocument>;

/** One user, or null. */
export const userOf = (model: UserModel, userId: string): Promise<Stored<UserDocument> | null> =>
  model().findOne({ _id: userId }).lean<Stored<UserDocument>>();

/** A user as the API tells him, unsealed with his key. */
export const userOutput = (userId: string, user: UserDocument, key: PersonalKey): UserOutput => ({
  id: userId,
  email: key.unseal('email', user.email),
  username: key.unseal('username', user.username),
  email_verified: user.emailVerified,
  created_at: user.registeredAt,
});
