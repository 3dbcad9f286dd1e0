// Who is signed in: one query that every guard and menu reads, and what happens when a session ends.
import type { User } from '@tradeium/contracts';
import { forgetUser } from '../lib/draft-storage.ts';
import { showToast } from '../ui/toast.ts';
import { api } from './api.ts';
import { sessionEnded } from './base-query.ts';
import { mutationRoute, requestOf } from './endpoints.ts';
import type { AppDispatch, Listen, RootState } from './store.ts';

const sessionApi = api.injectEndpoints({
  endpoints: (on) => ({
    /** Null for a visitor. */
    getMe: on.query<User | null, void>({
      queryFn: async (_input, _api, _extra, fetchRoute) => {
        const { data, error } = await fetchRoute(requestOf('getMe', undefined));
        if (error) return error.status === 401 ? { data: null } : { error };
        return { data: data as User };
      },
    }),
    logout: mutationRoute(on, 'logout'),
  }),
});

export const { useGetMeQuery } = sessionApi;

/** The user of this session was read. */
export const isUserRead = sessionApi.endpoints.getMe.matchFulfilled;

/** Undefined until it is known, null for a visitor. */
export const selectUser = (state: RootState): User | null | undefined =>
  sessionApi.endpoints.getMe.select()(state).data;

/** Where the login leads to; kept in the history entry, never in the address. */
export type LoginState = { from?: string } | null;

/** Loads the signed-in user, from the cache if possible. */
export const askWhoIsHere = () => sessionApi.endpoints.getMe.initiate(undefined, { subscribe: false });

/** A user signed in: data cached for another user is dropped. */
export const signedIn = (user: User) => (dispatch: AppDispatch) => {
  dispatch(api.util.resetApiState());
  return dispatch(sessionApi.util.upsertQueryData('getMe', undefined, user));
};

/** A session began; its user has yet to be loaded. */
export const sessionStarted = () => async (dispatch: AppDispatch) => {
  const asking = dispatch(
    sessionApi.endpoints.getMe.initiate(undefined, { forceRefetch: true, subscribe: false }),
  );
  const user = await asking.unwrap();
  if (user) await dispatch(signedIn(user));
};

/** The server ended every session of this user. */
export const signedOut = () => (dispatch: AppDispatch) =>
  dispatch(sessionApi.util.upsertQueryData('getMe', undefined, null));

const LOGIN_AGAIN = 'Unauthorized - please login again';

/**
 * Checks again which user is signed in, because another tab may have logged out or in as someone else. If so, this tab
 * reloads, so that no user sees another's data.
 */
export const recheckUser = () => async (dispatch: AppDispatch, getState: () => RootState) => {
  const { getMe } = sessionApi.endpoints;
  const before = getMe.select()(getState()).data;
  if (!before) return;
  const asking = dispatch(getMe.initiate(undefined, { forceRefetch: true, subscribe: false }));
  const user = await asking.unwrap().catch(() => before);
  if (!user) showToast('error', LOGIN_AGAIN);
  else if (user.id !== before.id) window.location.reload();
};

/** Applies the user's change of the account. */
export const userChanged = (user: User) => (dispatch: AppDispatch) =>
  dispatch(sessionApi.util.upsertQueryData('getMe', undefined, user));

/** Forgets all user data in the tab by restarting the app on the landing page. */
export const leave = (): void => {
  forgetUser();
  window.location.assign('/');
};

/** Ends the session and starts the whole app afresh, so that nothing of the user stays in memory. */
export const logout = () => async (dispatch: AppDispatch) => {
  await dispatch(sessionApi.endpoints.logout.initiate()).unwrap();
  leave();
};

/** Shows the login when the server no longer knows the user. */
export const listenForSessionEnd = (listen: Listen) =>
  listen({
    actionCreator: sessionEnded,
    effect: async (_action, { dispatch, getState }) => {
      // A visitor goes to the login without a message.
      if (!sessionApi.endpoints.getMe.select()(getState()).data) return;
      showToast('error', LOGIN_AGAIN);
      await dispatch(signedOut());
    },
  });
