// A list as its table shows it: all rows that are loaded, and how to load more.
import { TOTAL_MAX } from '@tradeium/contracts';
import { counted, wholeNumber } from '../../lib/format.ts';

type Page<Row> = { readonly items: readonly Row[]; readonly total: number };

export type Answered<Row> = {
  /** Undefined until the first page is there. */
  readonly data?: { readonly pages: readonly Page<Row>[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

/** `1,234 users`, or `10,000 users or more`. */
export const totalWords = (total: number, one: string, many: string): string =>
  total >= TOTAL_MAX ? `${wholeNumber(TOTAL_MAX)} ${many} or more` : counted(total, one, many);

/** The part of a list's answer that a table takes. */
export const tableOfList = <Row>(answer: Answered<Row>, one: string, many: string) => ({
  rows: answer.data?.pages.flatMap(({ items }) => items) ?? [],
  onMore: answer.hasNextPage ? () => void answer.fetchNextPage() : null,
  isLoadingMore: answer.isFetchingNextPage,
  total: totalWords(answer.data?.pages.at(-1)?.total ?? 0, one, many),
});
