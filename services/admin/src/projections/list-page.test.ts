// Pages of documents that are here already: the order, its ties and nulls, and the place where the next page begins.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Direction, pageOf } from './list-page.ts';

const FIRST = { limit: 2, offset: 0, cursor: '' };
const documents = (values: readonly (number | null)[]) =>
  values.map((value, n) => ({ _id: `id-${n}`, seq: {}, person: { value } }));

const idsOf = (page: ReturnType<typeof pageOf>) => page?.items.map(({ _id }) => _id);

test('are sorted by an inner field and then by id, null first', () => {
  const all = { limit: 10, offset: 0 };
  const some = documents([3, null, 1, 3]);
  const ascending = pageOf(some, { field: 'person.value', direction: 'asc' }, all);
  expect(idsOf(ascending)).toEqual(['id-1', 'id-2', 'id-0', 'id-3']);
  const descending = pageOf(some, { field: 'person.value', direction: 'desc' }, all);
  expect(idsOf(descending)).toEqual(['id-3', 'id-0', 'id-2', 'id-1']);
});

test('begin at an offset where there is no cursor', () => {
  const page = pageOf(
    documents([1, 2, 3]),
    { field: 'person.value', direction: 'asc' },
    { limit: 1, offset: 1 },
  );
  expect(idsOf(page)).toEqual(['id-1']);
});

test('refuse a cursor that no list made', () =>
  expect(
    pageOf(documents([1]), { field: 'person.value', direction: 'asc' }, { ...FIRST, cursor: 'x' }),
  ).toBeNull());

test('show every document once, page after page', () =>
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.integer({ min: 0, max: 3 }))),
      fc.constantFrom<Direction>('asc', 'desc'),
      (values, direction) => {
        const some = documents(values);
        const order = { field: 'person.value', direction };
        const seen: string[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const page: ReturnType<typeof pageOf> = pageOf(some, order, { ...FIRST, cursor });
          seen.push(...(idsOf(page) ?? []));
          cursor = page?.nextCursor ?? null;
        }
        expect(seen).toEqual(idsOf(pageOf(some, order, { limit: 1_000, offset: 0 })));
        expect(seen).toHaveLength(some.length);
      },
    ),
  ));
