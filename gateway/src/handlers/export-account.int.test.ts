// The export of an account over HTTP: every service's data as one file, or the refusal of the first that fails.
import {
  exportOf,
  type Refusal,
  refuse,
  SERVICE_NAMES,
  SERVICES,
  type ServiceDeclaration,
  type ServiceName,
} from '@tradeium/contracts';
import { answer, userHandler } from '@tradeium/service-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Edge, startEdge, userNamed } from '../../tests/edge-under-test.ts';

let edge: Edge;
let cookie: string;
let ledgerRefusal: Refusal | undefined;

const code = 'x'.repeat(1_000_000);
/** Every service that keeps something about its users, and one of them with more than fits into a message. */
const declared = SERVICE_NAMES.map((service): [ServiceName, ServiceDeclaration] => [
  service,
  SERVICES[service],
]);
const exporting = declared.flatMap(([service, { exports: section }]) =>
  section === null ? [] : [{ service, section }],
);
const dataOf = (service: ServiceName, userId: string) => ({
  kept: { by: service, about: userId },
  ...(service === 'backtest' ? { chats: [{ code }] } : {}),
});

beforeAll(async () => {
  edge = await startEdge(
    exporting.map(({ service }) =>
      userHandler(
        exportOf(service),
        async (_input, userId) =>
          (service === 'credits-ledger' && ledgerRefusal) || answer(dataOf(service, userId)),
      ),
    ),
  );
  cookie = edge.signIn(userNamed('ann'));
});
beforeEach(() => {
  ledgerRefusal = undefined;
});
afterAll(() => edge.close());

test('is one file with everything that the services keep about the user', async () => {
  const response = await edge.send('/auth/export', { cookie });
  expect(response.status).toBe(200);
  const day = new Date().toISOString().slice(0, 10);
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="tradeium-export-${day}.json"`,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  const sections = exporting.map(({ service, section }) => [section, dataOf(service, 'user-ann')]);
  expect(sections.length).toBeGreaterThan(4);
  expect(await response.json()).toEqual({
    exported_at: expect.stringContaining(day),
    ...Object.fromEntries(sections),
  });
});

test('is all or nothing', async () => {
  ledgerRefusal = refuse('SERVICE_UNAVAILABLE');
  const response = await edge.send('/auth/export', { cookie });
  expect(response.status).toBe(503);
  expect(response.headers.get('content-disposition')).toBeNull();
  expect(await response.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test('is for its user only', async () => {
  expect((await edge.send('/auth/export')).status).toBe(401);
});

test('is not started by another site', async () => {
  const response = await edge.send('/auth/export', { cookie, headers: { 'sec-fetch-site': 'cross-site' } });
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
});
