// Who is signed in: one query that every guard and menu reads, and what happens when a session ends.
import type { User } from '@tradeium/contracts';
import { forgetDrafts } from '../lib/draft-storage.ts';
import { showToast } from '../ui/toast.ts';
import { api, mutationRoute, requestOf } from './api.ts';
import { sessionEnded } from './base-query.ts';
import { type AppDispatch, listen } from './store.ts';

const sessionApi = api.injectEndpoints({
  endpoints: (on) => ({
    /** Null when nobody is signed in. */
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

/** A user signed in: whatever was cached for another one is dropped. */
export const signedIn = (user: User) => (dispatch: AppDispatch) => {
  dispatch(api.util.resetApiState());
  return dispatch(sessionApi.util.upsertQueryData('getMe', undefined, user));
};

/** Ends the session and starts the whole app afresh, so that nothing of the user stays in memory. */
export const logout = () => async (dispatch: AppDispatch) => {
  await dispatch(sessionApi.endpoints.logout.initiate()).unwrap();
  forgetDrafts();
  window.location.assign('/');
};

listen({
  actionCreator: sessionEnded,
  effect: async (_action, { dispatch, getState }) => {
    if (sessionApi.endpoints.getMe.select()(getState()).data === null) return;
    showToast('error', 'Unauthorized - please login again');
    await dispatch(sessionApi.util.upsertQueryData('getMe', undefined, null));
  },
});
