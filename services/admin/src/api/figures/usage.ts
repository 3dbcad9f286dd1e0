// The tokens used lately, how many of them were cached, and who used most.
import type { AdminUsage } from '@tradeium/contracts';
import { messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { type Figures, figuresEver, figuresOfDays } from '../../projections/figures.ts';
import { mostTokens } from '../../projections/monthly-tokens.ts';
import { personsOf } from '../../projections/people.ts';
import { dayBefore } from '../../projections/person-tokens.ts';
import type { Dependencies } from '../dependencies.ts';

const TOP_USERS = 10;
/** More than are shown, as erased users are not. */
const TOP_USERS_READ = 50;
const DAYS_OF_WEEK = 7;
const DAYS_OF_MONTH = 30;

const tokensIn = ({ input, output }: Figures): number => input + output;

/** Who used most this month and has an account. */
const topUsers = async (
  { monthlyTokens, people }: Dependencies['models'],
  month: string,
): Promise<AdminUsage['top_users_by_usage']> => {
  const most = await mostTokens(monthlyTokens, month, TOP_USERS_READ);
  const persons = await personsOf(
    people,
    most.map(({ userId }) => userId),
  );
  return most
    .flatMap(({ userId, tokens }) => {
      const person = persons.get(userId);
      return person ? [{ user_id: userId, ...person, total_tokens: tokens }] : [];
    })
    .slice(0, TOP_USERS);
};

/** The usage at a time (ISO 8601); days and months are UTC. */
export const usageAt = async (models: Dependencies['models'], now: string): Promise<AdminUsage> => {
  const { figures } = models;
  const lastDays = (days: number) => figuresOfDays(figures, dayBefore(now, days - 1), now);
  const month = now.slice(0, 7);
  const [today, week, days30, ever, thisMonth, top] = await Promise.all([
    lastDays(1),
    lastDays(DAYS_OF_WEEK),
    lastDays(DAYS_OF_MONTH),
    figuresEver(figures),
    figuresOfDays(figures, `${month}-01`, now),
    topUsers(models, month),
  ]);
  return {
    tokens_used_today: tokensIn(today),
    tokens_used_week: tokensIn(week),
    tokens_used_month: tokensIn(days30),
    tokens_used_total: tokensIn(ever),
    tokens_used_this_month: tokensIn(thisMonth),
    cache_hit_rate: thisMonth.input === 0 ? 0 : thisMonth.cached / thisMonth.input,
    top_users_by_usage: top,
  };
};

export const getUsage = ({ models, now }: Pick<Dependencies, 'models' | 'now'>): Handler =>
  userHandler(messageOf('getUsage'), async () => answer(await usageAt(models, now().toISOString())));
