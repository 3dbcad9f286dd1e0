// The chosen settings; all but the dates outlive the visit.
import { createSlice, isAnyOf, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { DriftBandEnd, Timeframe } from '@tradeium/contracts';
import { type Listen, rootReducer } from '../../core/store.ts';
import { type DayRange, dateOf, dayOfInstant } from '../../lib/date-range.ts';
import { initialSettings, keptOf, portfolioOf, type Settings } from './settings.ts';

const KEY = 'tradeium-backtest-settings';

const stored = (): unknown => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
};

export const settingsSlice = createSlice({
  name: 'settings',
  initialState: () => initialSettings(stored(), dayOfInstant(Date.now())),
  reducers: {
    rangeChosen: (state, { payload }: PayloadAction<DayRange>) => {
      state.startDate = dateOf(payload.start);
      state.endDate = dateOf(payload.end);
    },
    portfolioChosen: (state, { payload }: PayloadAction<readonly string[]>) => {
      state.portfolio = portfolioOf(payload);
    },
    timeframeChosen: (state, { payload }: PayloadAction<Timeframe>) => {
      state.timeframe = payload;
    },
    feesChosen: (state, { payload }: PayloadAction<number>) => {
      state.feesPercent = payload;
    },
    slippageChosen: (state, { payload }: PayloadAction<number>) => {
      state.slippagePercent = payload;
    },
    capitalChosen: (state, { payload }: PayloadAction<number>) => {
      state.startingCapital = payload;
    },
    driftBandChosen: (state, { payload }: PayloadAction<number>) => {
      state.driftBandPercent = payload;
    },
    driftBandEndChosen: (state, { payload }: PayloadAction<DriftBandEnd>) => {
      state.driftBandTo = payload;
    },
    settingsTaken: (state, { payload }: PayloadAction<Settings>) => {
      Object.assign(state, payload);
    },
  },
  selectors: { selectSettings: (state) => state },
});

declare module '../../core/store.ts' {
  export interface LazySlices extends WithSlice<typeof settingsSlice> {}
}

const injected = settingsSlice.injectInto(rootReducer);
export const {
  rangeChosen,
  portfolioChosen,
  timeframeChosen,
  feesChosen,
  slippageChosen,
  capitalChosen,
  driftBandChosen,
  driftBandEndChosen,
  settingsTaken,
} = injected.actions;
export const { selectSettings } = injected.selectors;

/** Keeps them in the browser. */
export const keepSettings = (listen: Listen) =>
  listen({
    matcher: isAnyOf(
      portfolioChosen,
      timeframeChosen,
      feesChosen,
      slippageChosen,
      capitalChosen,
      driftBandChosen,
      driftBandEndChosen,
      settingsTaken,
    ),
    effect: (_action, { getState }) => {
      try {
        localStorage.setItem(KEY, JSON.stringify(keptOf(selectSettings(getState()))));
      } catch {
        console.warn('the backtest settings could not be kept');
      }
    },
  });
