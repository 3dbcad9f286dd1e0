// The points of studies that are being kept: each becomes the result of a run, as soon as there is room for one more.
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { rootReducer } from '../../core/store.ts';

type Kept = {
  /** Points whose run is not started yet, in order. */
  waiting: number[];
  /** Points whose run is started. */
  started: number[];
  /** Why a point could not be kept, by its index. */
  failures: Record<number, string>;
};

const NOTHING: Kept = { waiting: [], started: [], failures: {} };

type OfPoint = { readonly study: string; readonly index: number };

const keptSlice = createSlice({
  name: 'keptPoints',
  initialState: (): Record<string, Kept> => ({}),
  reducers: {
    pointsWanted: (
      state,
      { payload: { study, indexes } }: PayloadAction<{ study: string; indexes: readonly number[] }>,
    ) => {
      const { waiting, started, failures } = state[study] ?? NOTHING;
      const added = indexes.filter((index) => !waiting.includes(index));
      const left = Object.entries(failures).filter(([index]) => !added.includes(Number(index)));
      state[study] = { waiting: [...waiting, ...added], started, failures: Object.fromEntries(left) };
    },
    pointStarted: (state, { payload: { study, index } }: PayloadAction<OfPoint>) => {
      const kept = state[study];
      if (!kept) return;
      kept.waiting = kept.waiting.filter((other) => other !== index);
      if (!kept.started.includes(index)) kept.started.push(index);
    },
    pointRefused: (state, { payload: { study, index, why } }: PayloadAction<OfPoint & { why: string }>) => {
      const kept = state[study];
      if (!kept) return;
      kept.waiting = kept.waiting.filter((other) => other !== index);
      kept.failures[index] = why;
    },
  },
  selectors: { selectKept: (state, study: string): Kept => state[study] ?? NOTHING },
});

declare module '../../core/store.ts' {
  export interface LazySlices extends WithSlice<typeof keptSlice> {}
}

const injected = keptSlice.injectInto(rootReducer);
export const { pointsWanted, pointStarted, pointRefused } = injected.actions;
export const { selectKept } = injected.selectors;
