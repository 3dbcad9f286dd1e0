// The store: the API's cache from the start, and each feature's slice from the moment it is loaded.
import { combineSlices, configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { api } from './api.ts';
import { connectionSlice } from './connection-slice.ts';

/** The slices that features add when they are loaded. Each slice adds its type here from its own file. */
export interface LazySlices extends Record<never, never> {}

/** Slices add themselves with `injectInto(rootReducer)`. */
export const rootReducer = combineSlices(api, connectionSlice).withLazyLoadedSlices<LazySlices>();

export type RootState = ReturnType<typeof rootReducer>;

/** A store, and how to listen to its actions: for effects outside of state, such as storage and messages. */
export const createAppStore = () => {
  const listeners = createListenerMiddleware();
  const store = configureStore({
    reducer: rootReducer,
    middleware: (defaults) => defaults().prepend(listeners.middleware).concat(api.middleware),
  });
  return { store, listen: listeners.startListening.withTypes<RootState, typeof store.dispatch>() };
};

type AppStore = ReturnType<typeof createAppStore>;
export type AppDispatch = AppStore['store']['dispatch'];
/** Features export functions that take it; only `app/` calls them, in its files `listeners.ts`. */
export type Listen = AppStore['listen'];

/** The store of this page. */
export const { store, listen } = createAppStore();

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
