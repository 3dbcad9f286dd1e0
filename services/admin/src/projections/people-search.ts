// Finds people by what their id, address or username begins with.
import type { Stored } from '@tradeium/event-store';
import { beginsWith, type Filter } from './list-page.ts';
import type { PeopleModel, PersonDocument } from './people.ts';
import { emailKeyOf, usernameKeyOf } from './person-account.ts';

type Found = Stored<PersonDocument>;

/** By each of id, address and username. */
const FOUND_MAX = 100;

const beginningWith = (
  model: PeopleModel,
  field: 'idKey' | 'emailKey' | 'usernameKey',
  text: string,
  also: Filter,
): Promise<Found[]> =>
  model()
    .find({ isUser: true, ...beginsWith(field, text), ...also } as never)
    .sort({ [field]: 1, _id: 1 })
    .limit(FOUND_MAX)
    .lean<Found[]>();

/** Users whose id, address or username begins with the text, and of whom the filter holds: at most 100 by each of the three. */
export const usersMatching = async (
  model: PeopleModel,
  text: string,
  also: Filter = {},
): Promise<readonly Found[]> => {
  const found = await Promise.all([
    beginningWith(model, 'idKey', text, also),
    beginningWith(model, 'emailKey', emailKeyOf(text), also),
    beginningWith(model, 'usernameKey', usernameKeyOf(text), also),
  ]);
  return [...new Map(found.flat().map((one) => [one._id, one])).values()];
};

/** The ids of users whose id, address or username begins with the text: at most 300. */
export const userIdsFor = async (model: PeopleModel, text: string): Promise<string[]> =>
  (await usersMatching(model, text)).map(({ _id }) => _id);

/** True if an account with exactly this id was erased. */
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
