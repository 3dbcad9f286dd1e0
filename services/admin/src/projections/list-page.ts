// Reads a list a page at a time, by offset or from a cursor, so that no page costs more than the first.
import { TOTAL_MAX } from '@tradeium/contracts';
import type { ReadModel, Stored } from '@tradeium/event-store';
import { z } from 'zod';

export type Direction = 'asc' | 'desc';
/** By one indexed field, which holds numbers, or texts, or null; documents that tie are ordered by id the same way. */
export type Order = { readonly field: string; readonly direction: Direction };
/** `cursor`: undefined for a page by offset, empty for the first page of a list with cursors. */
export type Page = { readonly limit: number; readonly offset: number; readonly cursor?: string | undefined };
export type Filter = Readonly<Record<string, unknown>>;

/** The place behind the last document of a page: its value and its id. */
export type RowPlace = { readonly value: string | number | null; readonly id: string };

const place = z.tuple([z.union([z.string(), z.number(), z.null()]), z.string().max(200)]);

/** The cursor of what is behind a place. */
export const cursorAt = ({ value, id }: RowPlace): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url');

/** The place that a cursor names; null for one that this list never made. */
export const placeAt = (cursor: string): RowPlace | null => {
  try {
    const parsed = place.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return parsed.success ? { value: parsed.data[0], id: parsed.data[1] } : null;
  } catch {
    return null;
  }
};

/**
 * The documents behind a place, as plain ranges in the order of the list: a database answers each from its index, where a
 * choice between them makes some read everything. Null comes before every value.
 */
export const rangesBehind = ({ field, direction }: Order, { value, id }: RowPlace): Filter[] => {
  const further = direction === 'asc' ? '$gt' : '$lt';
  const ties = { [field]: value, _id: { [further]: id } };
  if (value === null) return direction === 'asc' ? [ties, { [field]: { $ne: null } }] : [ties];
  const values = { [field]: { [further]: value } };
  return direction === 'asc' ? [ties, values] : [ties, values, { [field]: null }];
};

/** The documents whose text begins so: a range, which every database answers from the index. */
export const beginsWith = (field: string, text: string): Filter => ({
  [field]: { $gte: text, $lt: `${text}\uffff` },
});

/** The documents that both filters let through. */
export const allOf = (a: Filter, b: Filter): Filter =>
  Object.keys(a).some((field) => field in b) ? { $and: [a, b] } : { ...a, ...b };

const valueAt = (document: object, field: string): RowPlace['value'] =>
  (field
    .split('.')
    .reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | null | undefined)?.[key],
      document,
    ) as RowPlace['value'] | undefined) ?? null;

const rowPlaceOf = (document: Stored<object>, { field }: Order): RowPlace => ({
  value: valueAt(document, field),
  id: document._id,
});

const fetch = <Doc extends object>(
  model: ReadModel<Doc>,
  filter: Filter,
  { field, direction }: Order,
  limit: number,
  offset: number,
): Promise<Stored<Doc>[]> => {
  const sign = direction === 'asc' ? 1 : -1;
  return model()
    .find(filter as never)
    .sort({ [field]: sign, _id: sign })
    .skip(offset)
    .limit(limit)
    .lean<Stored<Doc>[]>();
};

/** Reads one document more than the page has, which says whether there is a next one. */
const fetchBehind = async <Doc extends object>(
  model: ReadModel<Doc>,
  filter: Filter,
  order: Order,
  from: RowPlace,
  limit: number,
): Promise<Stored<Doc>[]> => {
  const found: Stored<Doc>[] = [];
  for (const range of rangesBehind(order, from)) {
    if (found.length >= limit) break;
    found.push(...(await fetch(model, { $and: [filter, range] }, order, limit - found.length, 0)));
  }
  return found;
};

export type ListPage<Doc extends object> = {
  readonly items: readonly Stored<Doc>[];
  readonly nextCursor: string | null;
};

/** The page at the beginning of what was found, which is one document longer where there is a next page. */
const cut = <Doc extends object>(
  found: readonly Stored<Doc>[],
  order: Order,
  limit: number,
): ListPage<Doc> => {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: last && found.length > limit ? cursorAt(rowPlaceOf(last, order)) : null };
};

const compare = (a: RowPlace['value'], b: RowPlace['value']): number => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
};

/** The same page of documents that are here already; null for a cursor that this list never made. */
export const pageOf = <Doc extends object>(
  documents: readonly Stored<Doc>[],
  order: Order,
  { limit, offset, cursor }: Page,
): ListPage<Doc> | null => {
  const from = cursor ? placeAt(cursor) : undefined;
  if (from === null) return null;
  const sign = order.direction === 'asc' ? 1 : -1;
  const between = (a: RowPlace, b: RowPlace) => sign * (compare(a.value, b.value) || compare(a.id, b.id));
  const placed = documents.map((document) => ({ document, place: rowPlaceOf(document, order) }));
  const behind = placed
    .filter(({ place }) => from === undefined || between(place, from) > 0)
    .toSorted((a, b) => between(a.place, b.place))
    .slice(cursor === undefined ? offset : 0);
  return cut(
    behind.map(({ document }) => document),
    order,
    limit,
  );
};

/** A page of the documents that match, in an order; null for a cursor that this list never made. */
export const readPage = async <Doc extends object>(
  model: ReadModel<Doc>,
  filter: Filter,
  order: Order,
  { limit, offset, cursor }: Page,
): Promise<ListPage<Doc> | null> => {
  const from = cursor ? placeAt(cursor) : undefined;
  if (from === null) return null;
  const found = from
    ? await fetchBehind(model, filter, order, from, limit + 1)
    : await fetch(model, filter, order, limit + 1, cursor === undefined ? offset : 0);
  return cut(found, order, limit);
};

/** How many documents match, counted up to `TOTAL_MAX`. */
export const countUpTo = <Doc extends object>(model: ReadModel<Doc>, filter: Filter): Promise<number> =>
  model()
    .countDocuments(filter as never)
    .limit(TOTAL_MAX);
