// The one API client. Features inject the endpoints that they need.
import { createApi, type EndpointBuilder } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query.ts';

export const TAGS = [
  'AccessTokens',
  'Balance',
  'Chats',
  'Favorites',
  'Files',
  'Notices',
  'Purchases',
  'Runs',
  'SecondFactor',
  'Sessions',
  'SharedLinks',
  'Studies',
  'Trading',
  'Versions',
  'OperatorActions',
  'Administration',
] as const;
export type Tag = (typeof TAGS)[number];
/** All that has a tag, or what of it belongs to one chat. */
export type CachedPart = Tag | { readonly type: Tag; readonly id: string };
export type Builder = EndpointBuilder<typeof baseQuery, Tag, 'api'>;

/** Has no endpoints itself. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: TAGS,
  endpoints: () => ({}),
});

/**
 * The newest answer of a query that is used once. It stays subscribed until the answer is there: without a subscription,
 * an invalidation in between discards it.
 */
export const heldAnswer = async <Data>(asking: {
  unwrap: () => Promise<Data>;
  unsubscribe: () => void;
}): Promise<Data> => {
  try {
    const data = await asking.unwrap();
    // Its entry was dropped meanwhile, as when a chat is deleted.
    if (data === undefined) throw new Error('the answer was dropped');
    return data;
  } finally {
    asking.unsubscribe();
  }
};
