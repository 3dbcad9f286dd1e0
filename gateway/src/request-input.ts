// Makes one input of a request's path, query and body, and checks it with the route's schema.
import { type Refusal, type Route, refusalOfIssues, refuse } from '@tradeium/contracts';
import express, { type Request, type RequestHandler } from 'express';
import { z } from 'zod';
import { sendRefusal } from './refusals.ts';

const BODY_BYTES_MAX = 64 * 1024;
/** Code of 256 KiB, written as a JSON string, fits in this. */
const STRATEGY_BODY_BYTES_MAX = 1024 * 1024;

/** `/backtests/{id}` → `/backtests/:id`, as Express writes parameters. */
export const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Names of the parameters in a path, in their order. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);

/** The fields of a route's input; none where it takes any object. */
export const inputFields = (input: z.ZodType): Readonly<Record<string, z.ZodType>> =>
  input instanceof z.ZodObject ? input.shape : {};

/** Whether a route's requests have a body: only GET has its input in the query. */
export const hasBody = ({ method }: Route): boolean => method !== 'GET';

/** The largest body that a route takes. */
export const bodyBytesMax = (route: Route): number =>
  'strategy_code' in inputFields(route.input) ? STRATEGY_BODY_BYTES_MAX : BODY_BYTES_MAX;

/**
 * Reads a JSON body of bounded size, unparsed where its sender has signed it; another kind of body is refused, none at
 * all is fine.
 */
export const readBody = (route: Route): RequestHandler[] => {
  const options = { limit: bodyBytesMax(route), inflate: false, type: 'application/json' };
  const parse = route.body === 'text' ? express.text(options) : express.json({ ...options, strict: false });
  return [
    (request, response, next) => {
      const isEmpty = request.headers['content-length'] === '0';
      if (isEmpty || request.is('application/json') !== false) return next();
      sendRefusal(response, refuse('UNSUPPORTED_MEDIA_TYPE'));
    },
    parse,
  ];
};

/**
 * A request's input, parsed. Each field has one place: the path, else the query for GET and the body for the rest; a
 * field that is also in the path is the path's. A body that is text is no part of it.
 */
export const inputOf = (route: Route, request: Pick<Request, 'params' | 'query' | 'body'>) => {
  const isText = route.body === 'text';
  const fields = isText ? {} : hasBody(route) ? (request.body ?? {}) : request.query;
  if (typeof fields !== 'object' || Array.isArray(fields)) {
    return refuse('INVALID_REQUEST', { problem: 'the body must be a JSON object' });
  }
  if (hasBody(route) && Object.keys(request.query).length > 0) {
    return refuse('INVALID_REQUEST', { problem: 'fields belong in the body, not in the query' });
  }
  const parsed = route.input.safeParse({ ...fields, ...request.params });
  return parsed.success ? { input: parsed.data } : (refusalOfIssues(parsed.error) satisfies Refusal);
};
