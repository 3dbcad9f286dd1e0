// Users by id, with their names while their accounts exist.
import { authEvents, type UserEvent } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';

export type PersonDocument = { email: string; username: string };

const schema = new Schema<PersonDocument>({ email: String, username: String });

const changes = ({ event: { type, data } }: StoredEvent<UserEvent>): Change<PersonDocument>[] => {
  const { userId: id } = data;
  if (type === 'UserRegistered') {
    const { email, username } = data;
    return [{ id, apply: () => ({ email, username }) }];
  }
  if (type === 'UsernameChanged') {
    const { username } = data;
    return [{ id, apply: (person) => person && { ...person, username } }];
  }
  return type === 'UserDeleted' ? [{ id, apply: () => null }] : [];
};

export const peopleProjection: Projection<UserEvent, PersonDocument> = {
  name: 'people',
  version: 1,
  reads: [authEvents.user],
  schema,
  changes,
};

/** The names of users by id; those whose accounts are erased are missing. */
export const personsOf = async (
  model: ReadModel<PersonDocument>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { email: string; username: string }>> => {
  const found = await model()
    .find({ _id: { $in: [...ids] } })
    .lean<({ _id: string } & PersonDocument)[]>();
  return new Map(found.map(({ _id, email, username }) => [_id, { email, username }]));
};
