// Keeps the pages in step with the server: every tab refetches what changes.
import { api, TAGS, type Tag } from './api.ts';
import { streamClosed, streamHeard, streamLost } from './connection-slice.ts';
import type { EventStream } from './event-stream.ts';
import { shareStream } from './live-updates-sharing.ts';
import { openAccountStream, type StreamNews } from './live-updates-stream.ts';
import { takeUpdate } from './refetch.ts';
import { recheckUser } from './session.ts';
import type { AppDispatch, RootState } from './store.ts';

const hear = (dispatch: AppDispatch, news: StreamNews): void => {
  switch (news.type) {
    case 'opened':
      dispatch(streamHeard());
      // Any update may have been missed before.
      dispatch(api.util.invalidateTags([...TAGS]));
      break;
    case 'update':
      dispatch(streamHeard());
      dispatch(takeUpdate(news.update));
      break;
    case 'alive':
      dispatch(streamHeard());
      break;
    case 'refused':
      void dispatch(recheckUser());
      dispatch(streamLost());
      break;
    case 'lost':
      dispatch(streamLost());
  }
};

/**
 * A new stream, requested at `askedAtMs`, may have missed changes to everything that was queried before that moment.
 * Later queries are safe: the server is already listening by the time it answers them.
 */
export const tagsAskedBefore = (state: RootState, askedAtMs: number): Tag[] => {
  const { queries } = state.api;
  const isBefore = (key: string) => (queries[key]?.startedTimeStamp ?? 0) < askedAtMs;
  // It is not known of a query on its way what its answer will provide.
  if (Object.keys(queries).some((key) => queries[key]?.status === 'pending' && isBefore(key)))
    return [...TAGS];
  return TAGS.filter((tag) =>
    api.util.selectInvalidatedBy(state, [tag]).some(({ queryCacheKey }) => isBefore(queryCacheKey)),
  );
};

/** Opens the stream, or hears it from the tab that has it. */
const joinStream = (userId: string) => (dispatch: AppDispatch, getState: () => RootState) => {
  let askedAtMs = Date.now();
  let isFirst = true;
  const open = (onNews: (news: StreamNews) => void) => {
    askedAtMs = Date.now();
    return openAccountStream(onNews);
  };
  return shareStream(`tradeium-updates:${userId}`, open, (news) => {
    const wasFirst = isFirst;
    if (news.type !== 'update') isFirst = false;
    if (!wasFirst || (news.type !== 'opened' && news.type !== 'alive')) return hear(dispatch, news);
    dispatch(streamHeard());
    dispatch(api.util.invalidateTags(tagsAskedBefore(getState(), askedAtMs)));
  });
};

let current: EventStream | undefined;

/** Tries to reach the server at once. */
export const retryConnection = (): void => current?.retryNow();

/** Follows the user's changes until the returned function is called. */
export const startLiveUpdates = (userId: string) => (dispatch: AppDispatch) => {
  const stream = dispatch(joinStream(userId));
  current = stream;
  return () => {
    stream.close();
    if (current === stream) current = undefined;
    dispatch(streamClosed());
  };
};
