// Keeps what is shown as it is on the server: what changed elsewhere is asked for again, in every tab.
import type { AccountUpdate } from '@tradeium/contracts';
import { useEffect } from 'react';
import { afterPaint } from '../lib/after-paint.ts';
import { addressOf, api, TAGS, type Tag } from './api.ts';
import { serverHeard, serverLost } from './connection-slice.ts';
import { shareStream } from './live-updates-sharing.ts';
import { type AccountStream, openAccountStream, type StreamNews } from './live-updates-stream.ts';
import { recheckUser, useGetMeQuery } from './session.ts';
import { type AppDispatch, type RootState, useAppDispatch } from './store.ts';

const TAGS_OF: { readonly [Topic in AccountUpdate['topic']]: readonly Tag[] } = {
  chats: ['Chats'],
  files: ['Files', 'Versions'],
  favorites: ['Favorites'],
  runs: ['Runs'],
  balance: ['Balance'],
  purchases: ['Purchases'],
};

/** The tags of what is to be asked for again; none for a topic that only a newer version of the app knows. */
export const tagsOf = ({ topic, backtest_id }: AccountUpdate): (Tag | { type: Tag; id: string })[] =>
  (TAGS_OF[topic] ?? []).map((type) => (backtest_id === null ? type : { type, id: backtest_id }));

const hear = (dispatch: AppDispatch, news: StreamNews): void => {
  switch (news.type) {
    case 'opened':
      dispatch(serverHeard());
      // Nobody knows what was missed.
      dispatch(api.util.invalidateTags([...TAGS]));
      break;
    case 'update':
      dispatch(serverHeard());
      dispatch(api.util.invalidateTags(tagsOf(news.update)));
      break;
    case 'alive':
      dispatch(serverHeard());
      break;
    case 'refused':
      void dispatch(recheckUser());
      dispatch(serverLost());
      break;
    case 'lost':
      dispatch(serverLost());
  }
};

/**
 * What a stream that was asked for at `askedAtMs` and has never been lost may not have told of: all that was asked for
 * before. Whoever asks after that is answered when the server listens already.
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
  const open = (tell: (news: StreamNews) => void) => {
    askedAtMs = Date.now();
    return openAccountStream(addressOf('watchAccount', undefined), tell);
  };
  return shareStream(`tradeium-updates:${userId}`, open, (news) => {
    const wasFirst = isFirst;
    if (news.type !== 'update') isFirst = false;
    if (!wasFirst || (news.type !== 'opened' && news.type !== 'alive')) return hear(dispatch, news);
    dispatch(serverHeard());
    dispatch(api.util.invalidateTags(tagsAskedBefore(getState(), askedAtMs)));
  });
};

let current: { readonly userId: string; readonly stream: AccountStream } | undefined;

/** Tries to reach the server at once. */
export const retryConnection = (): void => current?.stream.retryNow();

const stopLiveUpdates = () => (dispatch: AppDispatch) => {
  current?.stream.close();
  current = undefined;
  dispatch(serverHeard());
};

/** Hears of the user's changes from now on; what is asked for after that is not asked for again for its sake. */
const startLiveUpdates = (userId: string) => (dispatch: AppDispatch) => {
  if (current?.userId === userId) return;
  dispatch(stopLiveUpdates());
  current = { userId, stream: dispatch(joinStream(userId)) };
};

/** Live updates for as long as somebody is signed in and the calling component is shown. */
export const useLiveUpdates = (): void => {
  const userId = useGetMeQuery().data?.id;
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (userId === undefined) return undefined;
    // What is drawn first is waited for, what changes later is not.
    const callOff = afterPaint(() => dispatch(startLiveUpdates(userId)));
    return () => {
      callOff();
      dispatch(stopLiveUpdates());
    };
  }, [userId, dispatch]);
};
