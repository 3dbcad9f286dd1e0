// Lists the backtests of all users.
import { messageOf } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import { allOf, beginsWith, type Filter, type Order } from '../../projections/list-page.ts';
import { userNamed } from '../../projections/people-search.ts';
import type { Dependencies } from '../dependencies.ts';
import { listAnswer } from './list-answer.ts';
import { runRows } from './run-rows.ts';

const NEWEST_FIRST: Order = { field: 'startedAt', direction: 'desc' };
const BY_ID: Order = { field: 'runId', direction: 'asc' };

/** Those of the user with this address or username, or whose id begins so. */
const searched = async (
  { models }: Pick<Dependencies, 'models'>,
  search: string | undefined,
): Promise<{ filter: Filter; order: Order }> => {
  if (!search) return { filter: {}, order: NEWEST_FIRST };
  const userId = await userNamed(models.people, search);
  return userId === undefined
    ? { filter: beginsWith('runId', search), order: BY_ID }
    : { filter: { userId }, order: NEWEST_FIRST };
};

export const listAllRuns = (parts: Pick<Dependencies, 'models'>): Handler =>
  handler(messageOf('listAllRuns'), async ({ search, user_id: userId, status, ...page }) => {
    const { filter, order } = await searched(parts, search);
    const wanted = { ...(userId !== undefined && { userId }), ...(status !== undefined && { status }) };
    return listAnswer({
      model: parts.models.runs,
      filter: allOf(filter, wanted),
      ...order,
      page,
      rowsOf: (runs) => runRows(parts, runs),
    });
  });
