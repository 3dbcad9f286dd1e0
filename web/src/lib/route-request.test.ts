// Requests made from routes: the path is filled, the rest travels as query or body.
import { inputPlaceOf } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { routeRequest } from './route-request.ts';

describe('a route and its input become a request', () => {
  test('path parameters are percent-encoded and not sent twice', () => {
    const route = { method: 'GET', path: '/backtests/{id}/folders/{folderName}' };
    expect(routeRequest(route, { id: 'c1', folderName: 'a/b ü?' })).toEqual({
      url: '/backtests/c1/folders/a%2Fb%20%C3%BC%3F',
      method: 'GET',
    });
  });

  test('GET and DELETE send the rest as query, without what is absent', () => {
    const route = { method: 'GET', path: '/admin/users' };
    expect(routeRequest(route, { limit: 100, offset: 0, tier_filter: undefined })).toEqual({
      url: '/admin/users',
      method: 'GET',
      params: { limit: 100, offset: 0 },
    });
  });

  test.each(['GET', 'DELETE', 'POST', 'PUT', 'PATCH'] as const)(
    'the fields of a %s are where the server reads them',
    (method) => {
      const { params, body } = routeRequest({ method, path: '/items/{id}' }, { id: 'i1', reason: 'old' });
      expect({ query: params, body }[inputPlaceOf({ method })]).toEqual({ reason: 'old' });
    },
  );

  test('other methods send the rest as body, which is an object even without fields', () => {
    expect(routeRequest({ method: 'PUT', path: '/backtests/{id}' }, { id: 'c1', name: 'Trend' })).toEqual({
      url: '/backtests/c1',
      method: 'PUT',
      body: { name: 'Trend' },
    });
    expect(routeRequest({ method: 'POST', path: '/auth/logout' })).toEqual({
      url: '/auth/logout',
      method: 'POST',
      body: {},
    });
  });

  test.each([{}, { id: '' }, { id: { nested: 1 } }])('a path parameter that is %o is refused', (input) => {
    expect(() => routeRequest({ method: 'GET', path: '/backtests/{id}' }, input)).toThrow('needs id');
  });
});
