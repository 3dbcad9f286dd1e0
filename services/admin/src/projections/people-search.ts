// Finds people by what their id, address or username begins with.
import type { Stored } from '@tradeium/event-store';
import { beginsWith } from './list-page.ts';
import type { PeopleModel, PersonDocument } from './people.ts';
import { emailKeyOf, usernameKeyOf } from './person-account.ts';

const FIELDS = { email: 1, username: 1 } as const;
type Found = Pick<Stored<PersonDocument>, '_id' | keyof typeof FIELDS>;

const beginningWith = (
  model: PeopleModel,
  field: 'emailKey' | 'usernameKey' | '_id',
  text: string,
  limit: number,
): Promise<Found[]> =>
  model()
    .find({ isUser: true, ...beginsWith(field, text) } as never, FIELDS)
    .sort({ [field]: 1, _id: 1 })
    .limit(limit)
    .lean<Found[]>();

/** At most `limit` users by each of their id, address and username, which begin with the text. */
const matching = async (model: PeopleModel, text: string, limit: number): Promise<readonly Found[]> => {
  const found = await Promise.all([
    beginningWith(model, '_id', text, limit),
    beginningWith(model, 'emailKey', emailKeyOf(text), limit),
    beginningWith(model, 'usernameKey', usernameKeyOf(text), limit),
  ]);
  return [...new Map(found.flat().map((one) => [one._id, one])).values()];
};

/** At most `limit` users whose id, address or username begins with the text. */
export const usersMatching = async (
  model: PeopleModel,
  text: string,
  limit: number,
): Promise<readonly Found[]> => (await matching(model, text, limit)).slice(0, limit);

/** By each of id, address and username. */
const FOUND_MAX = 100;

/** The ids of users whose id, address or username begins with the text: at most 300. */
export const userIdsFor = async (model: PeopleModel, text: string): Promise<string[]> =>
  (await matching(model, text, FOUND_MAX)).map(({ _id }) => _id);

/** Whether an account with exactly this id was erased. */
export const isErasedId = async (model: PeopleModel, id: string): Promise<boolean> => {
  const found = await model().findOne({ _id: id }, { erasedAt: 1 }).lean();
  return typeof found?.erasedAt === 'string';
};

/** The user with exactly this id, address or username; undefined where nobody has it. */
export const userNamed = async (model: PeopleModel, text: string): Promise<string | undefined> => {
  const [byId, byEmail, byUsername] = await Promise.all([
    model().findOne({ _id: text, isUser: true }, { _id: 1 }).lean(),
    model()
      .findOne({ isUser: true, emailKey: emailKeyOf(text) }, { _id: 1 })
      .lean(),
    model()
      .findOne({ isUser: true, usernameKey: usernameKeyOf(text) }, { _id: 1 })
      .lean(),
  ]);
  return (byId ?? byEmail ?? byUsername)?._id;
};
