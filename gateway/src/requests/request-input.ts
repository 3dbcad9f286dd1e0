// Makes one input of a request's path, query and body, and checks it with the route's schema.
import { inputPlaceOf, type Refusal, type Route, refusalOfIssues, refuse } from '@tradeium/contracts';
import express, { type Request, type RequestHandler } from 'express';
import { z } from 'zod';
import { sendRefusal } from './refusals.ts';

/** `/backtests/{id}` → `/backtests/:id`, as Express writes parameters. */
export const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Names of the parameters in a path, in their order. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);

/** The fields of a route's input; none where it accepts any object. */
export const inputFields = (input: z.ZodType): Readonly<Record<string, z.ZodType>> =>
  input instanceof z.ZodObject ? input.shape : {};

/** True if a route reads a body. */
export const hasBody = (route: Route): boolean => inputPlaceOf(route) === 'body';

/**
 * Reads a JSON body of bounded size, unparsed where its sender has signed it. A body of another type is
 * refused; no body at all is fine.
 */
export const readBody = (route: Pick<Route, 'body' | 'bodyBytesMax'>): RequestHandler[] => {
  const options = { limit: route.bodyBytesMax, inflate: false, type: 'application/json' };
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
 * A request's input, parsed. Each field has one place: the path, else the query or the body (`inputPlaceOf`). The path
 * wins over both. A body in text form is not part of the input.
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
