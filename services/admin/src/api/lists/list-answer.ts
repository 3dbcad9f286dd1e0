// All lists of administration have the order, the page, and the two forms of an answer in common.
import { type Refusal, refuse } from '@tradeium/contracts';
import type { ReadModel, Stored } from '@tradeium/event-store';
import { type Answer, answer } from '@tradeium/service-kit';
import {
  countUpTo,
  type Direction,
  type Filter,
  type ListPage,
  type Page,
  pageOf,
  readPage,
} from '../../projections/list-page.ts';

/** The rows of a page, or, for a list with cursors, these with the next page's cursor and how many match. */
type ListAnswer<Row> = Row[] | { items: Row[]; next_cursor: string | null; total: number };

type Shown<Doc extends object, Row> = {
  /** The indexed field to sort by. */
  readonly field: string;
  readonly direction: Direction;
  readonly page: Page;
  rowsOf(documents: readonly Stored<Doc>[]): Promise<Row[]> | Row[];
};

type ListQuery<Doc extends object, Row> = Shown<Doc, Row> & {
  readonly model: ReadModel<Doc>;
  readonly filter: Filter;
  /** How many match, where counting can be spared. */
  readonly total?: () => Promise<number>;
};

const answerOf = async <Doc extends object, Row>(
  read: ListPage<Doc> | null,
  { page, rowsOf }: Shown<Doc, Row>,
  total: () => Promise<number> | number,
): Promise<Answer<ListAnswer<Row>> | Refusal> => {
  if (!read) return refuse('LIST_PLACE_INVALID');
  const items = await rowsOf(read.items);
  if (page.cursor === undefined) return answer(items);
  return answer({ items, next_cursor: read.nextCursor, total: await total() });
};

/** Reads a page of a list; LIST_PLACE_INVALID for a cursor that no list made. */
export const listAnswer = async <Doc extends object, Row>(
  query: ListQuery<Doc, Row>,
): Promise<Answer<ListAnswer<Row>> | Refusal> => {
  const { model, filter, field, direction, page } = query;
  const read = await readPage(model, filter, { field, direction }, page);
  return answerOf(read, query, query.total ?? (() => countUpTo(model, filter)));
};

/** The same from the few documents that a search has found. */
export const foundAnswer = <Doc extends object, Row>(
  documents: readonly Stored<Doc>[],
  shown: Shown<Doc, Row>,
): Promise<Answer<ListAnswer<Row>> | Refusal> =>
  answerOf(pageOf(documents, shown, shown.page), shown, () => documents.length);
