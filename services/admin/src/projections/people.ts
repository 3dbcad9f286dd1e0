// Everybody with an account: who it is, and what they have and use, from the events of all contexts; one document each.
import type { AccountEvent, UserEvent } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { type CountedEvent, countedReads } from '../domain/reads.ts';
import { accountAfter, NO_ACCOUNT, type PersonAccount } from './person-account.ts';
import { creditsAfter, NO_CREDITS, type PersonCredits } from './person-credits.ts';
import { NO_TOKENS, type PersonTokens, tokensAfter } from './person-tokens.ts';

/**
 * How far somebody came: 1 or 0, so that a database can sum them. A run counts when it starts, a purchase when it is settled,
 * refunded or not, a rebalance when it has completed, on paper or live.
 */
type Reached = { verified: number; run: number; purchase: number; rebalance: number };

/**
 * One for each user id that any event names, also before its registration has arrived and after it was erased: `isUser`
 * says who is in lists. Amounts in 10⁻⁶ VUT.
 */
export type PersonDocument = PersonAccount & {
  credits: PersonCredits;
  tokens: PersonTokens;
  firstRunAt: string | null;
  firstPurchaseAt: string | null;
  firstRebalanceAt: string | null;
  reached: Reached;
  /** The users' credits, available and reserved, by which users are sorted. */
  held: number;
  /** The same of erased accounts, which nobody can spend any more; 0 for users. */
  leftBehind: number;
  /** When an erased account was registered; null for users. */
  erasedSignUpAt: string | null;
};

const schema = new Schema<PersonDocument>(
  {
    isUser: Boolean,
    idKey: String,
    email: String,
    emailKey: String,
    username: String,
    usernameKey: String,
    isVerified: Boolean,
    isLocked: Boolean,
    roles: [String],
    role: String,
    hasSecondFactor: Boolean,
    sessions: [Schema.Types.Mixed],
    createdAt: String,
    lastSeenAt: String,
    erasedAt: String,
    credits: Schema.Types.Mixed,
    tokens: Schema.Types.Mixed,
    reached: Schema.Types.Mixed,
    firstRunAt: String,
    firstPurchaseAt: String,
    firstRebalanceAt: String,
    held: Number,
    leftBehind: Number,
    erasedSignUpAt: String,
  },
  { minimize: false },
);
for (const field of ['createdAt', 'idKey', 'emailKey', 'usernameKey', 'held', 'tokens.total', 'lastSeenAt'])
  schema.index({ isUser: 1, [field]: 1, _id: 1 });
schema.index({ role: 1, _id: 1 });
schema.index({ isLocked: 1, _id: 1 });
schema.index({ leftBehind: 1 });
schema.index({ erasedSignUpAt: 1 });

const NOBODY: PersonDocument = {
  ...NO_ACCOUNT,
  credits: NO_CREDITS,
  tokens: NO_TOKENS,
  firstRunAt: null,
  firstPurchaseAt: null,
  firstRebalanceAt: null,
  reached: { verified: 0, run: 0, purchase: 0, rebalance: 0 },
  held: 0,
  leftBehind: 0,
  erasedSignUpAt: null,
};

/** With the fields that follow from several contexts, whichever of them came last. */
const derived = (person: PersonDocument): PersonDocument => {
  const { isVerified, firstRunAt, firstPurchaseAt, firstRebalanceAt, erasedAt, createdAt, credits } = person;
  const reached = {
    verified: Number(isVerified),
    run: Number(firstRunAt !== null),
    purchase: Number(firstPurchaseAt !== null),
    rebalance: Number(firstRebalanceAt !== null),
  };
  const held = credits.available + credits.reserved;
  const isErased = erasedAt !== null;
  return {
    ...person,
    reached,
    held,
    leftBehind: isErased ? held : 0,
    erasedSignUpAt: isErased ? createdAt : null,
  };
};

const changed = (
  id: string,
  change: (person: PersonDocument) => Partial<PersonDocument>,
): Change<PersonDocument>[] => [
  { id, apply: (person) => derived({ ...(person ?? NOBODY), ...change(person ?? NOBODY) }) },
];

const earlier = (a: string | null, b: string): string => (a !== null && a < b ? a : b);

const changes = ({
  event,
  meta,
  context,
  aggregate,
}: StoredEvent<CountedEvent>): Change<PersonDocument>[] => {
  if (context === 'auth') {
    const fact = event as UserEvent;
    return changed(fact.data.userId, (person) => accountAfter(person, fact));
  }
  if (context === 'credits' && aggregate === 'account') {
    const fact = event as AccountEvent;
    if (!('entries' in fact.data)) return [];
    return changed(fact.data.accountId, ({ credits }) => ({ credits: creditsAfter(credits, fact) }));
  }
  switch (event.type) {
    case 'PaymentSettled':
      return changed(event.data.accountId, ({ firstPurchaseAt }) => ({
        firstPurchaseAt: earlier(firstPurchaseAt, meta.at),
      }));
    case 'ReplyCompleted':
    case 'ReplyStopped':
    case 'ReplyInterrupted':
    case 'ReplyFailed': {
      const { userId, usage } = event.data;
      return changed(userId, ({ tokens }) => ({ tokens: tokensAfter(tokens, usage, meta.at) }));
    }
    case 'RunStarted':
      return changed(event.data.userId, ({ firstRunAt }) => ({ firstRunAt: earlier(firstRunAt, meta.at) }));
    case 'RebalanceCompleted':
      return changed(event.data.userId, ({ firstRebalanceAt }) => ({
        firstRebalanceAt: earlier(firstRebalanceAt, meta.at),
      }));
    default:
      return [];
  }
};

export const peopleProjection: Projection<CountedEvent, PersonDocument> = {
  name: 'people',
  version: 2,
  reads: countedReads,
  schema,
  changes,
};

export type PeopleModel = ReadModel<PersonDocument>;

const IDS_PER_QUERY = 100;

/** Address and username of these users; erased and unknown ones are missing. */
export const personsOf = async (
  model: PeopleModel,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { email: string; username: string }>> => {
  const distinct = [...new Set(ids)];
  const persons = new Map<string, { email: string; username: string }>();
  for (let start = 0; start < distinct.length; start += IDS_PER_QUERY) {
    const found = await model()
      .find(
        { _id: { $in: distinct.slice(start, start + IDS_PER_QUERY) } },
        { isUser: 1, email: 1, username: 1 },
      )
      .lean();
    for (const { _id, isUser, email, username } of found) if (isUser) persons.set(_id, { email, username });
  }
  return persons;
};
