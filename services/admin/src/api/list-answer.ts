// Answers a list in either of its forms: all rows of a page by offset, or a page with the cursor of the next one.
import { type Refusal, refuse } from '@tradeium/contracts';
import type { ReadModel, Stored } from '@tradeium/event-store';
import { type Answer, answer } from '@tradeium/service-kit';
import { countUpTo, type Filter, type Order, type Page, readPage } from '../projections/list-page.ts';

type ListAnswer<Row> = Row[] | { items: Row[]; next_cursor: string | null; total: number };

/** `rowsOf` makes the rows of a page's documents. LIST_PLACE_INVALID for a cursor that the list never made. */
export const listAnswer = async <Doc extends object, Row>(
  model: ReadModel<Doc>,
  { filter, order }: { readonly filter: Filter; readonly order: Order },
  page: Page,
  rowsOf: (items: readonly Stored<Doc>[]) => Promise<Row[]>,
): Promise<Answer<ListAnswer<Row>> | Refusal> => {
  const [found, total] = await Promise.all([
    readPage(model, filter, order, page),
    page.cursor === undefined ? 0 : countUpTo(model, filter),
  ]);
  if (found === null) return refuse('LIST_PLACE_INVALID');
  const items = await rowsOf(found.items);
  return answer(page.cursor === undefined ? items : { items, next_cursor: found.nextCursor, total });
};
