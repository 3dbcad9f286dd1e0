// How the browser calls the API: cookie session, time limits, and every failure in one shape.

import { createAction } from '@reduxjs/toolkit';
import { type BaseQueryFn, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { type Failure, failureOf, networkFailure } from '../lib/failure.ts';
import { parsedJson } from '../lib/parsed-json.ts';
import type { RouteRequest } from '../lib/route-request.ts';

/** Longest wait for an answer, unless the request says otherwise. */
const TIMEOUT_MS = 30_000;

export type ApiRequest = RouteRequest & {
  readonly answer: 'json' | 'file' | 'events';
  readonly timeoutMs?: number;
  /** The key of an action that the user meant to happen once: sent again with the same key, it still happens once. */
  readonly idempotencyKey?: string;
};

/** The session has ended on the server: the user has to log in again. */
export const sessionEnded = createAction('session/ended');

/** Their 401 is an answer ("wrong password", "not signed in"), not the end of a session. */
const ANSWERS_401: readonly string[] = ['getMe', 'login', 'register'];

const fetchJson = fetchBaseQuery({ baseUrl: '/', credentials: 'include' });

/** Sends a request; a failure carries the server's own words (`detail`), or why no answer came. */
export const baseQuery: BaseQueryFn<ApiRequest, unknown, Failure> = async (request, api, extra) => {
  const { answer, timeoutMs = TIMEOUT_MS, idempotencyKey, ...args } = request;
  const { data, error, meta } = await fetchJson(
    {
      ...args,
      ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
      timeout: timeoutMs,
      responseHandler: async (response) => {
        const text = await response.text();
        return answer === 'file' && response.ok ? text : parsedJson(text);
      },
    },
    api,
    extra,
  );
  if (!error) return { data };
  if (error.status === 'TIMEOUT_ERROR')
    return { error: networkFailure('the server did not answer in time', true) };
  if (typeof error.status !== 'number') return { error: networkFailure(error.error) };
  if (error.status === 401 && !ANSWERS_401.includes(api.endpoint)) api.dispatch(sessionEnded());
  return { error: failureOf(error.status, error.data, meta?.response?.headers.get('retry-after')) };
};
