// Finds people by their id, or by what their address or username begins with.
import type { Stored } from '@tradeium/event-store';
import { beginsWith } from './list-page.ts';
import type { PeopleModel, PersonDocument } from './people.ts';
import { emailKeyOf, usernameKeyOf } from './person-account.ts';

const FIELDS = { email: 1, username: 1 } as const;
type Found = Pick<Stored<PersonDocument>, '_id' | keyof typeof FIELDS>;

const beginningWith = (
  model: PeopleModel,
  field: 'emailKey' | 'usernameKey',
  text: string,
  limit: number,
): Promise<Found[]> =>
  model()
    .find({ isUser: true, ...beginsWith(field, text) }, FIELDS)
    .sort({ [field]: 1, _id: 1 })
    .limit(limit)
    .lean<Found[]>();

/** At most `limit` users whose id, address or username begins so. */
export const usersMatching = async (
  model: PeopleModel,
  text: string,
  limit: number,
): Promise<readonly Found[]> => {
  const found = await Promise.all([
    model()
      .find({ isUser: true, ...beginsWith('_id', text) } as never, FIELDS)
      .sort({ _id: 1 })
      .limit(limit)
      .lean<Found[]>(),
    beginningWith(model, 'emailKey', emailKeyOf(text), limit),
    beginningWith(model, 'usernameKey', usernameKeyOf(text), limit),
  ]);
  return [...new Map(found.flat().map((one) => [one._id, one])).values()].slice(0, limit);
};

/** The user with exactly this address or username; undefined where nobody has it. */
export const userNamed = async (model: PeopleModel, text: string): Promise<string | undefined> => {
  const [byEmail, byUsername] = await Promise.all([
    model()
      .findOne({ isUser: true, emailKey: emailKeyOf(text) }, { _id: 1 })
      .lean(),
    model()
      .findOne({ isUser: true, usernameKey: usernameKeyOf(text) }, { _id: 1 })
      .lean(),
  ]);
  return (byEmail ?? byUsername)?._id;
};
