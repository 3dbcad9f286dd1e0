// Makes endpoints from the contract's routes, by their names.
import type { MutationExtraOptions, QueryExtraOptions } from '@reduxjs/toolkit/query/react';
import type { FileReference, RouteInput, RouteName, RouteOutput } from '@tradeium/contracts';
import { routeRequest } from '../lib/route-request.ts';
import type { Builder, Tag } from './api.ts';
import type { ApiRequest, baseQuery } from './base-query.ts';
import { type Changes, refetchOnce } from './refetch.ts';
import { ROUTE_TABLE } from './route-table.ts';

/** The input of a route; nothing when it has no fields. */
export type Input<Name extends RouteName, Nothing = void> =
  RouteInput<Name> extends Record<string, never> ? Nothing : RouteInput<Name>;

/** The answer of a route; a file is its text. */
export type Answer<Name extends RouteName> =
  RouteOutput<Name> extends FileReference ? string : RouteOutput<Name>;

type QueryOptions<Name extends RouteName> = Omit<
  QueryExtraOptions<Tag, Answer<Name>, Input<Name>, typeof baseQuery, 'api'>,
  'type'
>;
type MutationOptions<Name extends RouteName> = Omit<
  MutationExtraOptions<Tag, Answer<Name>, Input<Name>, typeof baseQuery, 'api'>,
  'type'
> & {
  timeoutMs?: number;
  /** The data that the call changes on the server. */
  changes?: Changes<Input<Name>>;
  /** Of routes that move money: what names the user's intent, so that sending it again changes nothing. */
  idempotencyKey?: (input: Input<Name>) => string | undefined;
};

/** The request of a route, by its name. */
export const requestOf = <Name extends RouteName>(name: Name, input: Input<Name>): ApiRequest => {
  const route = ROUTE_TABLE[name];
  return { ...routeRequest(route, input ?? {}), answer: route.response };
};

/** The address of a route that the browser itself fetches, such as an image or a download. */
export const addressOf = <Name extends RouteName>(name: Name, input: Input<Name>): string => {
  const { url, params } = requestOf(name, input);
  if (params === undefined) return url;
  const fields = Object.entries(params).map(([field, value]) => [field, `${value}`]);
  return `${url}?${new URLSearchParams(fields)}`;
};

/** An endpoint that reads a route. */
export const queryRoute = <Name extends RouteName>(on: Builder, name: Name, options?: QueryOptions<Name>) =>
  on.query<Answer<Name>, Input<Name>>({ ...options, query: (input) => requestOf(name, input) });

/** A page of a list: its rows, and the place of the next page, or null at the end. */
export type ListPage<Name extends RouteName> = Extract<Answer<Name>, { readonly next_cursor: string | null }>;

/** An endpoint that reads a list page by page; what it takes is the list's filters. */
export const listRoute = <Name extends RouteName>(on: Builder, name: Name, tags: readonly Tag[]) =>
  on.infiniteQuery<ListPage<Name>, Omit<Input<Name>, 'cursor' | 'offset'>, string>({
    infiniteQueryOptions: {
      initialPageParam: '',
      getNextPageParam: ({ next_cursor }) => next_cursor,
    },
    query: ({ queryArg, pageParam }) =>
      requestOf(name, { ...queryArg, cursor: pageParam } as unknown as Input<Name>),
    providesTags: tags,
  });

/** An endpoint that changes something through a route. */
export const mutationRoute = <Name extends RouteName>(
  on: Builder,
  name: Name,
  { timeoutMs, idempotencyKey, changes, ...options }: MutationOptions<Name> = {},
) =>
  on.mutation<Answer<Name>, Input<Name>>({
    ...options,
    onQueryStarted: (input, call) => {
      if (changes) void refetchOnce(changes)(input, call);
      return options.onQueryStarted?.(input, call);
    },
    query: (input) => {
      const key = idempotencyKey?.(input);
      return {
        ...requestOf(name, input),
        ...(timeoutMs && { timeoutMs }),
        ...(key !== undefined && { idempotencyKey: key }),
      };
    },
  });
