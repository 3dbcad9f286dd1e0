// What every list of administration has in common: the order, the page, and the two forms of its answer.
import { type Refusal, refuse } from '@tradeium/contracts';
import type { ReadModel, Stored } from '@tradeium/event-store';
import { type Answer, answer } from '@tradeium/service-kit';
import { countUpTo, type Direction, type Filter, type Page, readPage } from '../projections/list-page.ts';

/** The rows of a page, or, for a list with cursors, these with the next page's cursor and how many match. */
type ListAnswer<Row> = Row[] | { items: Row[]; next_cursor: string | null; total: number };

type ListQuery<Doc extends object, Row> = {
  readonly model: ReadModel<Doc>;
  readonly filter: Filter;
  /** The indexed field to sort by. */
  readonly field: string;
  readonly direction: Direction;
  readonly page: Page;
  /** How many match, where counting can be spared. */
  readonly total?: () => Promise<number>;
  rowsOf(documents: readonly Stored<Doc>[]): Promise<Row[]> | Row[];
};

/** Reads a page of a list; LIST_PLACE_INVALID for a cursor that no list made. */
export const listAnswer = async <Doc extends object, Row>({
  model,
  filter,
  field,
  direction,
  page,
  total,
  rowsOf,
}: ListQuery<Doc, Row>): Promise<Answer<ListAnswer<Row>> | Refusal> => {
  const read = await readPage(model, filter, { field, direction }, page);
  if (!read) return refuse('LIST_PLACE_INVALID');
  const items = await rowsOf(read.items);
  if (page.cursor === undefined) return answer(items);
  const counted = await (total ? total() : countUpTo(model, filter));
  return answer({ items, next_cursor: read.nextCursor, total: counted });
};
