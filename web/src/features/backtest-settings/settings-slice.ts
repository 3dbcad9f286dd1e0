// The chosen settings; all but the dates outlive the visit, for each user of the browser.
import { createSlice, isAnyOf, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { type DriftBandEnd, portfolioOf, type RebalanceCalendar, type Timeframe } from '@tradeium/contracts';
import { isUserRead, selectUser } from '../../core/session.ts';
import { type AppDispatch, type Listen, type RootState, rootReducer } from '../../core/store.ts';
import { type DayRange, dateOf, dayOfInstant } from '../../lib/dates/date-range.ts';
import { keepForUser, keptOfUser, lastKept } from './kept-settings.ts';
import { initialSettings, keptOf, type Settings } from './settings.ts';

/** All but the dates as they were kept. */
const begunWith = (kept: unknown): Settings => initialSettings(kept, dayOfInstant(Date.now()));

export const settingsSlice = createSlice({
  name: 'settings',
  initialState: () => begunWith(lastKept()?.settings),
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
      state.fees = payload;
    },
    slippageChosen: (state, { payload }: PayloadAction<number>) => {
      state.slippage = payload;
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
    calendarChosen: (state, { payload }: PayloadAction<RebalanceCalendar>) => {
      state.rebalanceEvery = payload;
    },
    /** Another user is here. */
    settingsOpened: (_state, { payload }: PayloadAction<Settings>) => payload,
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
  calendarChosen,
  settingsTaken,
} = injected.actions;
const { settingsOpened } = injected.actions;
export const { selectSettings } = injected.selectors;

/** The state begins with what the last user has kept; another one gets their own, or the defaults. */
export const openSettingsOfUser = () => (dispatch: AppDispatch, getState: () => RootState) => {
  const user = selectUser(getState())?.id;
  if (user === undefined || lastKept()?.user === user) return;
  dispatch(settingsOpened(begunWith(keptOfUser(user))));
  keepForUser(user, keptOf(selectSettings(getState())));
};

/** Keeps them in the browser. */
export const keepSettings = (listen: Listen) => {
  listen({
    matcher: isUserRead,
    effect: (_action, { dispatch }) => dispatch(openSettingsOfUser()),
  });
  listen({
    matcher: isAnyOf(
      portfolioChosen,
      timeframeChosen,
      feesChosen,
      slippageChosen,
      capitalChosen,
      driftBandChosen,
      driftBandEndChosen,
      calendarChosen,
      settingsTaken,
    ),
    effect: (_action, { getState }) => {
      const user = selectUser(getState())?.id;
      if (user !== undefined) keepForUser(user, keptOf(selectSettings(getState())));
    },
  });
};
