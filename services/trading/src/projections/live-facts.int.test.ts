// The history of a deployment is read from a real database in pages, in order.
import { openTestDatabase, type TestDatabase } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FactModel, factPages, type LiveFact, liveFactsProjection } from './live-facts.ts';

const FACTS = 450;

let database: TestDatabase;
let model: ReturnType<FactModel>;
beforeAll(async () => {
  database = await openTestDatabase();
  model = database.connection.model<LiveFact>(
    'facts',
    liveFactsProjection.schema.clone().add({ _id: String }),
  ) as unknown as ReturnType<FactModel>;
  const fact = (deploymentId: string, place: number) => ({
    ...{ _id: `${deploymentId}-${place}`, deploymentId, at: '2026-03-01T00:00:00.000Z', place, seq: {} },
    ...{ rebalance: null, reconciled: { holdings: { USDT: `${place}` }, changes: [] } },
  });
  const places = Array.from({ length: FACTS }, (_, index) => FACTS - index);
  await model.insertMany([...places.map((place) => fact('d', place)), fact('other', 7)]);
});
afterAll(() => database?.close());

const pagesOf = async (limit: number): Promise<LiveFact[][]> => {
  const pages: LiveFact[][] = [];
  for await (const page of factPages(() => model, 'd', limit)) pages.push(page);
  return pages;
};

test('they come in the order in which they happened, those of one deployment only', async () => {
  const pages = await pagesOf(1_000);
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.flat().map(({ place }) => place)).toEqual(Array.from({ length: FACTS }, (_, at) => at + 1));
});

test('there are no more than the limit', async () => {
  expect((await pagesOf(300)).flat()).toHaveLength(300);
});
