// How a request becomes one input, and which bodies a route accepts.
import { id, ROUTES, type Route, type RouteName } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { expressPath, inputFields, inputOf, pathParameters } from './request-input.ts';

test.each([
  ['/auth/me', '/auth/me', []],
  ['/backtests/{id}', '/backtests/:id', ['id']],
  [
    '/backtests/{id}/folders/{folderName}/{filename}',
    '/backtests/:id/folders/:folderName/:filename',
    ['id', 'folderName', 'filename'],
  ],
])('the path %s', (path, express, names) => {
  expect(expressPath(path)).toBe(express);
  expect(pathParameters(path)).toEqual(names);
});

test.each(Object.keys(ROUTES) as RouteName[])('%s declares every parameter of its path', (name) => {
  const { path, input }: Route = ROUTES[name];
  for (const parameter of pathParameters(path)) expect(inputFields(input)).toHaveProperty(parameter);
});

test('only routes that take code, or a message to an agent, take a large body', () => {
  const large = (Object.keys(ROUTES) as RouteName[]).filter((name) => ROUTES[name].bodyBytesMax > 65_536);
  expect(large.toSorted()).toEqual([
    'applyStrategy',
    'chatWithDiscoveryAgent',
    'chatWithStrategyAgent',
    'checkStrategy',
    'replaceStrategy',
  ]);
});

describe('the input', () => {
  test('of a GET is its path and query', () => {
    const request = {
      params: { deploymentId: 'd1' },
      query: { days: '30', deploymentId: 'd2' },
      body: { days: 1 },
    };
    expect(inputOf(ROUTES.getPerformanceChart, request)).toEqual({ input: { deploymentId: 'd1', days: 30 } });
  });

  test('of a DELETE is its path and query, as of a GET', () => {
    const removal: Route = {
      ...ROUTES.deleteChat,
      input: z.strictObject({ id, reason: z.string() }),
    };
    const request = { params: { id: 'c1' }, query: { reason: 'old' }, body: undefined };
    expect(inputOf(removal, request)).toEqual({ input: { id: 'c1', reason: 'old' } });
  });

  test('of a writing request is its path and body', () => {
    const request = { params: { id: 'c1' }, query: {}, body: { id: 'c2', name: ' Trend ' } };
    expect(inputOf(ROUTES.renameChat, request)).toEqual({ input: { id: 'c1', name: 'Trend' } });
  });

  test('may be without a body', () => {
    expect(inputOf(ROUTES.logout, { params: {}, query: {}, body: undefined })).toEqual({ input: {} });
  });

  test('is nothing of a body that is text, which is read as it is elsewhere', () => {
    const request = { params: {}, query: {}, body: '{"payment_id":1}' };
    expect(inputOf(ROUTES.receivePaymentNotice, request)).toEqual({ input: {} });
  });

  test('has no parameter twice', () => {
    const request = { params: { deploymentId: 'd1' }, query: { days: ['1', '2'] }, body: undefined };
    expect(inputOf(ROUTES.getPerformanceChart, request)).toMatchObject({ refused: 'INVALID_REQUEST' });
  });
});
