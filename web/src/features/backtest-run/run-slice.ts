// The state of the user's run: idle, running step by step, ended with something to tell.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ExecuteInput, RunProgress } from '@tradeium/contracts';
import { rootReducer } from '../../app/store.ts';
import type { Outcome, StrategyError } from './outcome.ts';

/** What was started; enough to ask for the same run again. */
export type StartedRun = {
  readonly input: ExecuteInput & { readonly run_id: string };
  /** The strategy file, or the private strategy's name. */
  readonly strategyFilename: string;
};

export type RunState = {
  active:
    | (StartedRun & { progress: RunProgress | null; isCancelling: boolean; isReconnecting: boolean })
    | null;
  outcome: (Outcome & { readonly chatId: string; readonly strategyFilename: string }) | null;
  /** What the last run said about a strategy, by chat and file; forgotten when the file is saved or run again. */
  strategyErrors: Record<string, StrategyError>;
};

export const strategyKey = (chatId: string, filename: string): string => `${chatId}/${filename}`;

export const runSlice = createSlice({
  name: 'run',
  initialState: { active: null, outcome: null, strategyErrors: {} } as RunState,
  reducers: {
    runStarted: (state, { payload }: PayloadAction<StartedRun>) => {
      state.active = { ...payload, progress: null, isCancelling: false, isReconnecting: false };
      state.outcome = null;
      delete state.strategyErrors[strategyKey(payload.input.backtest_id, payload.strategyFilename)];
    },
    runProgressed: ({ active }, { payload }: PayloadAction<RunProgress>) => {
      if (active?.input.run_id !== payload.run_id) return;
      active.progress = payload;
      active.isReconnecting = false;
    },
    connectionLost: ({ active }) => {
      if (active) active.isReconnecting = true;
    },
    cancelAsked: ({ active }, { payload }: PayloadAction<boolean>) => {
      if (active) active.isCancelling = payload;
    },
    runEnded: (state, { payload }: PayloadAction<Outcome | null>) => {
      const { active } = state;
      if (!active) return;
      const { strategyFilename, input } = active;
      const chatId = input.backtest_id;
      state.active = null;
      if (payload?.strategyError)
        state.strategyErrors[strategyKey(chatId, strategyFilename)] = payload.strategyError;
      state.outcome = payload && { ...payload, chatId, strategyFilename };
    },
    outcomeRead: (state) => {
      state.outcome = null;
    },
    strategyChanged: (state, { payload }: PayloadAction<{ chatId: string; filename: string }>) => {
      delete state.strategyErrors[strategyKey(payload.chatId, payload.filename)];
    },
  },
  selectors: {
    selectActiveRun: (state) => state.active,
    selectOutcome: (state) => state.outcome,
    selectStrategyError: (state, chatId: string, filename: string) =>
      state.strategyErrors[strategyKey(chatId, filename)] ?? null,
  },
});

const injected = runSlice.injectInto(rootReducer);
export const {
  runStarted,
  runProgressed,
  connectionLost,
  cancelAsked,
  runEnded,
  outcomeRead,
  strategyChanged,
} = injected.actions;
export const { selectActiveRun, selectOutcome, selectStrategyError } = injected.selectors;
