// Lists users with what they hold and use.
import { type AdminUser, messageOf, TOTAL_MAX } from '@tradeium/contracts';
import type { Stored } from '@tradeium/event-store';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { vutOf } from '../../domain/amount-words.ts';
import { figuresEver } from '../../projections/figures.ts';
import type { Filter } from '../../projections/list-page.ts';
import type { PersonDocument } from '../../projections/people.ts';
import { usersMatching } from '../../projections/people-search.ts';
import { tokensOfLast } from '../../projections/person-tokens.ts';
import type { Dependencies } from '../dependencies.ts';
import { foundAnswer, listAnswer } from '../lists/list-answer.ts';

const FIELD_OF = {
  created_at: 'createdAt',
  email: 'emailKey',
  username: 'usernameKey',
  vut_credits: 'held',
  tokens_used_total: 'tokens.total',
  last_seen_at: 'lastSeenAt',
} as const;

/** No event of the ledger names a tier: all accounts are free ones. */
const EVERYBODY: readonly string[] = ['', 'all', 'default', 'free'];

const DAYS_OF_WEEK = 7;
const DAYS_OF_MONTH = 30;

/** A user as a row. */
export const userRow = (person: Stored<PersonDocument>, now: string): AdminUser => {
  const { _id: id, email, username, tokens, isVerified, createdAt, isLocked, role, lastSeenAt } = person;
  return {
    user_id: id,
    id,
    username,
    email,
    vut_credits: vutOf(person.held),
    tokens_used_today: tokensOfLast(tokens, 1, now),
    tokens_used_week: tokensOfLast(tokens, DAYS_OF_WEEK, now),
    tokens_used_month: tokensOfLast(tokens, DAYS_OF_MONTH, now),
    tokens_used_total: tokens.total,
    email_verified: isVerified,
    created_at: createdAt ?? '',
    locked: isLocked,
    role,
    last_seen_at: lastSeenAt,
  };
};

type Wanted = {
  readonly verified?: string | undefined;
  readonly locked?: string | undefined;
  readonly role?: string | undefined;
};

const filterOf = ({ verified, locked, role }: Wanted): Filter => ({
  ...(verified !== undefined && { isVerified: verified === 'true' }),
  ...(locked !== undefined && { isLocked: locked === 'true' }),
  ...(role !== undefined && { role }),
});

export const listUsers = ({ models, now }: Pick<Dependencies, 'models' | 'now'>): Handler =>
  userHandler(messageOf('listUsers'), async ({ search, tier_filter, sort, direction, ...input }) => {
    if (tier_filter !== undefined && !EVERYBODY.includes(tier_filter.toLowerCase()))
      return answer(input.cursor === undefined ? [] : { items: [], next_cursor: null, total: 0 });
    const wanted = filterOf(input);
    const shown = {
      field: FIELD_OF[sort ?? 'created_at'],
      direction: direction ?? 'desc',
      page: input,
      rowsOf: (people: readonly Stored<PersonDocument>[]) =>
        people.map((person) => userRow(person, now().toISOString())),
    };
    if (search) return foundAnswer(await usersMatching(models.people, search, wanted), shown);
    const countAll = async () => Math.min(TOTAL_MAX, (await figuresEver(models.figures)).users);
    return listAnswer({
      ...shown,
      model: models.people,
      filter: { isUser: true, ...wanted },
      ...(Object.keys(wanted).length === 0 && { total: countAll }),
    });
  });
