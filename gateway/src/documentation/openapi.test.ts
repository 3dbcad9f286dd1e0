// The API's description matches the table for every route.
import { Validator } from '@seriousme/openapi-schema-validator';
import { ERRORS, ROUTES, type Route, type RouteName } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { errorsOf, openApiDocument } from './openapi.ts';

type Operation = {
  operationId: string;
  security: object[];
  parameters: { name?: string; in?: string; $ref?: string }[];
  requestBody?: { content: { 'application/json': { schema: { properties: object; required?: string[] } } } };
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
};
const document = openApiDocument('tradeium_session');
const paths = document.paths as Record<string, Record<string, Operation>>;
const operation = (name: RouteName) => {
  const { path, method } = ROUTES[name];
  return paths[path]?.[method.toLowerCase()] as Operation;
};

test('is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
});

test('has the routes of the table and no other', () => {
  const ids = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(ids.sort()).toEqual(Object.keys(ROUTES).sort());
});

describe.each(Object.keys(ROUTES) as RouteName[])('%s', (name) => {
  const route: Route = ROUTES[name];

  test('lists its errors with their texts, by status', () => {
    const { responses } = operation(name);
    for (const code of errorsOf(route)) {
      expect(responses[ERRORS[code].status]?.description).toContain(`\`${code}\`: ${ERRORS[code].detail}`);
    }
  });

  test('says whether a session is needed and how it answers', () => {
    const { responses, security } = operation(name);
    expect(security).toEqual(route.auth === 'public' ? [] : [{ session: [] }]);
    const type = { json: 'application/json', file: '*/*', events: 'text/event-stream' }[route.response];
    expect(Object.keys(responses[200]?.content ?? {})).toEqual([type]);
  });
});

test('each field appears in one place', () => {
  const rename = operation('renameChat');
  expect(rename.parameters).toMatchObject([{ name: 'id', in: 'path' }, { $ref: expect.any(String) }]);
  expect(rename.requestBody?.content['application/json'].schema).toMatchObject({ required: ['name'] });
  expect(Object.keys(rename.requestBody?.content['application/json'].schema.properties ?? {})).toEqual([
    'name',
  ]);
  expect(operation('getPerformanceChart').parameters).toMatchObject([
    { name: 'deploymentId', in: 'path', required: true },
    { name: 'days', in: 'query', required: false },
  ]);
  expect(operation('logout').requestBody).toBeUndefined();
  const notice = operation('receivePaymentNotice');
  expect(notice.parameters).toEqual([{ $ref: '#/components/parameters/PaymentSignature' }]);
  expect(notice.responses[400]?.description).not.toContain('MALFORMED_JSON');
});
