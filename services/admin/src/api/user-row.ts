// A user as lists show it.
import type { AdminUser } from '@tradeium/contracts';
import type { Stored } from '@tradeium/event-store';
import type { PersonDocument } from '../projections/people.ts';
import { tokensOfLast } from '../projections/person-tokens.ts';

const MICRO_VUT_PER_VUT = 1_000_000;
const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

/** The row of a person at a time (ISO 8601). `registeredAt`: for an account whose registration is known. */
export const userRow = (person: Stored<PersonDocument>, registeredAt: string, now: string): AdminUser => ({
  user_id: person._id,
  id: person._id,
  username: person.username,
  email: person.email,
  vut_credits: person.held / MICRO_VUT_PER_VUT,
  tokens_used_today: tokensOfLast(person.tokens, 1, now),
  tokens_used_week: tokensOfLast(person.tokens, WEEK_DAYS, now),
  tokens_used_month: tokensOfLast(person.tokens, MONTH_DAYS, now),
  tokens_used_total: person.tokens.total,
  email_verified: person.isVerified,
  created_at: registeredAt,
  locked: person.isLocked,
  role: person.role,
  last_seen_at: person.lastSeenAt,
});
