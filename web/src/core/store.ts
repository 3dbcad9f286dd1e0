// The store: the API's cache from the start, and each feature's slice from the moment that it is loaded.
import { combineSlices, configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { api } from './api.ts';

/** The slices that features add when they are loaded. Each slice adds its type here from its own file. */
export interface LazySlices extends Record<never, never> {}

/** Slices add themselves with `injectInto(rootReducer)`. */
export const rootReducer = combineSlices(api).withLazyLoadedSlices<LazySlices>();

const listeners = createListenerMiddleware();

export const store = configureStore({
  reducer: rootReducer,
  middleware: (defaults) => defaults().prepend(listeners.middleware).concat(api.middleware),
});

export type RootState = ReturnType<typeof rootReducer>;
export type AppDispatch = typeof store.dispatch;

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();

/** Runs an effect after an action; for what follows from state but is none (storage, messages). */
export const listen = listeners.startListening.withTypes<RootState, AppDispatch>();
