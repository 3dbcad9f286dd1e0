// Keeps the page up to date while a user is signed in; the code for it is loaded once the page is on the screen.
import { useEffect } from 'react';
import { afterPaint } from '../lib/loading/after-paint.ts';
import { streamLost } from './connection-slice.ts';
import { useGetMeQuery } from './session.ts';
import { type AppDispatch, useAppDispatch } from './store.ts';

const LOAD_AGAIN_MS = 5_000;

const load = () => import('./live-updates.ts');

/** Tries to reach the server at once. */
export const retryConnection = (): void =>
  void load().then(({ retryConnection: retry }) => retry(), console.warn);

const startLater = (userId: string) => (dispatch: AppDispatch) => {
  let stop: (() => void) | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const start = () =>
    load().then(
      ({ startLiveUpdates }) => {
        if (!isOver) stop = dispatch(startLiveUpdates(userId));
      },
      () => {
        if (isOver) return;
        dispatch(streamLost());
        again = setTimeout(start, LOAD_AGAIN_MS);
      },
    );
  const callOff = afterPaint(() => void start());
  return () => {
    isOver = true;
    callOff();
    clearTimeout(again);
    stop?.();
  };
};

/** Live updates while a user is signed in and the calling component is shown. */
export const useLiveUpdates = (): void => {
  const userId = useGetMeQuery().data?.id;
  const dispatch = useAppDispatch();
  useEffect(() => (userId === undefined ? undefined : dispatch(startLater(userId))), [userId, dispatch]);
};
