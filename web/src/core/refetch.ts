// Refetches what has changed on the server, once per change, as the server's updates name it.
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { AccountUpdate } from '@tradeium/contracts';
import { api, type CachedPart, type Tag } from './api.ts';
import {
  changesNamed,
  type connectionSlice,
  refetchDue,
  refetchedSpaced,
  selectIsLive,
  selectNamedAtMs,
  selectSpaced,
} from './connection-slice.ts';

const TAGS_OF: { readonly [Topic in AccountUpdate['topic']]: readonly Tag[] } = {
  chats: ['Chats'],
  files: ['Files', 'Versions'],
  favorites: ['Favorites'],
  links: ['SharedLinks'],
  runs: ['Runs'],
  studies: ['Studies'],
  balance: ['Balance'],
  purchases: ['Purchases'],
  trading: ['Trading'],
  notices: ['Notices'],
  operators: ['OperatorActions'],
  administration: ['Administration'],
};
const NAMED_TAGS: readonly Tag[] = Object.values(TAGS_OF).flat();

/** An update arrives at most this long before or after the answer of the call that made the change. */
const NAMED_WITHIN_MS = 2_000;

/** Data that anybody's doing changes, and that takes many queries: updates have it refetched at most once in this time. */
const SPACED: Tag = 'Administration';
const SPACE_MS = 5_000;

/** The parts of the cache that an update is about; none for a topic that only a newer version of the app knows. */
export const partsOf = ({ topic, backtest_id }: AccountUpdate): CachedPart[] =>
  (TAGS_OF[topic] ?? []).map((type) => (backtest_id === null ? type : { type, id: backtest_id }));

const tagOf = (part: CachedPart): Tag => (typeof part === 'string' ? part : part.type);
const partKeyOf = (part: CachedPart): string => (typeof part === 'string' ? part : `${part.type}/${part.id}`);

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

const refetch = (dispatch: Dispatch, parts: readonly CachedPart[]): void => {
  if (parts.length > 0) dispatch(api.util.invalidateTags([...parts]));
};

type Connected = { [connectionSlice.name]: ReturnType<typeof connectionSlice.getInitialState> };
type GetState = () => unknown;

const spacedIn = (getState: GetState) => selectSpaced(getState() as Connected);

const refetchSpaced = (dispatch: Dispatch): void => {
  dispatch(refetchedSpaced(Date.now()));
  refetch(dispatch, [SPACED]);
};

/** Refetches it now or, where that was done a short time ago, once for all updates until then. */
const takeSpaced = (dispatch: Dispatch, getState: GetState): void => {
  const { refetchedAtMs, dueAtMs } = spacedIn(getState);
  if (dueAtMs !== null) return;
  const now = Date.now();
  // A clock that was set back makes nobody wait longer.
  const waitMs = Math.min(refetchedAtMs + SPACE_MS - now, SPACE_MS);
  if (waitMs <= 0) {
    refetchSpaced(dispatch);
    return;
  }
  const atMs = now + waitMs;
  dispatch(refetchDue(atMs));
  setTimeout(() => {
    if (spacedIn(getState).dueAtMs === atMs) refetchSpaced(dispatch);
  }, waitMs);
};

/** Refetches what is due before its time, so that nobody waits for the outcome of an own call. */
const hastenSpaced = (dispatch: Dispatch, getState: GetState): void => {
  if (spacedIn(getState).dueAtMs !== null) refetchSpaced(dispatch);
};

/** Refetches what an update names. */
export const takeUpdate = (update: AccountUpdate) => (dispatch: Dispatch, getState: GetState) => {
  const parts = partsOf(update);
  dispatch(changesNamed({ parts: parts.map(partKeyOf), atMs: Date.now() }));
  refetch(
    dispatch,
    parts.filter((part) => part !== SPACED),
  );
  if (parts.includes(SPACED)) takeSpaced(dispatch, getState);
};

/** The data that a call changes, or, when it is refused, that may be out of date. */
export type Changes<Input> = (input: Input, outcome: 'done' | 'refused') => readonly CachedPart[];

type Call = {
  readonly dispatch: Dispatch;
  readonly getState: GetState;
  readonly queryFulfilled: PromiseLike<unknown>;
};

/**
 * For `onQueryStarted` of a mutation. While updates arrive, they name what it changes, and only what none has named is
 * refetched for the call's own sake.
 */
export const refetchOnce =
  <Input>(changes: Changes<Input>) =>
  async (input: Input, { dispatch, getState, queryFulfilled }: Call): Promise<void> => {
    const connected = () => getState() as Connected;
    const isDone = await queryFulfilled.then(
      () => true,
      () => false,
    );
    const parts = changes(input, isDone ? 'done' : 'refused');
    const isAwaited = (part: CachedPart) =>
      isDone && selectIsLive(connected()) && NAMED_TAGS.includes(tagOf(part));
    const awaited = parts.filter(isAwaited);
    refetch(
      dispatch,
      parts.filter((part) => !awaited.includes(part)),
    );
    if (awaited.length === 0) return;
    if (awaited.includes(SPACED)) {
      hastenSpaced(dispatch, getState);
      // Nor does the update that names it wait, when it comes.
      dispatch(refetchedSpaced(0));
    }
    const sinceMs = Date.now() - NAMED_WITHIN_MS;
    await new Promise((resolve) => setTimeout(resolve, NAMED_WITHIN_MS));
    const isNamed = (part: CachedPart) =>
      [partKeyOf(part), tagOf(part)].some((key) => selectNamedAtMs(connected(), key) >= sinceMs);
    refetch(
      dispatch,
      awaited.filter((part) => !isNamed(part)),
    );
    if (awaited.includes(SPACED)) hastenSpaced(dispatch, getState);
  };
