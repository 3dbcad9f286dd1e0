// Lists the orders of all users.
import { messageOf } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import { allOf, beginsWith, type Filter, type Order } from '../../projections/list-page.ts';
import { userNamed } from '../../projections/people-search.ts';
import type { Dependencies } from '../dependencies.ts';
import { listAnswer } from './list-answer.ts';
import { orderRows } from './order-rows.ts';

const NEWEST_FIRST: Order = { field: 'at', direction: 'desc' };

type Wanted = { readonly filter: Filter; readonly order: Order };

/** Those whose id, ours or the exchange's, begins so; ours first, as no list has both. */
const withId = async ({ models }: Pick<Dependencies, 'models'>, search: string): Promise<Wanted> => {
  const ours = beginsWith('clientOrderId', search);
  const isOurs = await models.orders().findOne(ours, { _id: 1 }).lean();
  const field = isOurs ? 'clientOrderId' : 'exchangeOrderId';
  return { filter: beginsWith(field, search), order: { field, direction: 'asc' } };
};

/** Those of the user with this address or username, or with this id. */
const searched = async (parts: Pick<Dependencies, 'models'>, search: string | undefined): Promise<Wanted> => {
  if (!search) return { filter: {}, order: NEWEST_FIRST };
  const userId = await userNamed(parts.models.people, search);
  return userId === undefined ? withId(parts, search) : { filter: { userId }, order: NEWEST_FIRST };
};

export const listAllOrders = (parts: Pick<Dependencies, 'models'>): Handler =>
  handler(messageOf('listAllOrders'), async ({ search, user_id: userId, status, ...page }) => {
    const { filter, order } = await searched(parts, search);
    const wanted = { ...(userId !== undefined && { userId }), ...(status !== undefined && { status }) };
    return listAnswer({
      model: parts.models.orders,
      filter: allOf(filter, wanted),
      ...order,
      page,
      rowsOf: (orders) => orderRows(parts, orders),
    });
  });
