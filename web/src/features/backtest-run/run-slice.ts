// The state of the user's run: idle, running step by step, ended with an outcome.
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { ExecuteInput, RunProgress } from '@tradeium/contracts';
import { rootReducer } from '../../core/store.ts';
import type { Outcome, StrategyError } from './outcome.ts';

/** A started run; enough to ask for the same one again. */
export type StartedRun = {
  readonly input: ExecuteInput & { readonly run_id: string };
  /** The strategy file, or the private strategy's name. */
  readonly strategyFilename: string;
};

export type ActiveRun = StartedRun & {
  /** Started here, and not in another tab or on another device. */
  readonly isOwn: boolean;
  progress: RunProgress | null;
  /** Its code is being read; nothing has been started yet. */
  isChecking: boolean;
  isCancelling: boolean;
  isReconnecting: boolean;
};

/** How a run ended; `unknown` when this tab cannot know, for instance because the session ended. */
export type Ending = 'completed' | 'failed' | 'cancelled' | 'unknown';

/** Only an answer is an outcome: a cancelled run, or an ended session, needs no dialog. */
export type RunEnd = { readonly ending: Ending; readonly outcome: Outcome | null };

export type RunState = {
  /** The run that this tab shows: its own, else the newest of the others. */
  active: ActiveRun | null;
  /** The runs under way according to the server, oldest first. */
  listed: StartedRun[];
  /** Runs that are known to have ended, whatever an older list says. */
  endedIds: string[];
  outcome: (Outcome & { readonly chatId: string; readonly strategyFilename: string }) | null;
  /** The last run's errors about a strategy, by chat and file; forgotten when the file is saved or run again. */
  strategyErrors: Record<string, StrategyError>;
};

const ENDED_KEPT_MAX = 20;

export const strategyKey = (chatId: string, filename: string): string => `${chatId}/${filename}`;

/** Runs under way that are not shown. */
const othersOf = ({ active, listed, endedIds }: RunState): StartedRun[] =>
  listed.filter(({ input: { run_id } }) => run_id !== active?.input.run_id && !endedIds.includes(run_id));

const fresh = { progress: null, isChecking: false, isCancelling: false, isReconnecting: false };

export const runSlice = createSlice({
  name: 'run',
  initialState: { active: null, listed: [], endedIds: [], outcome: null, strategyErrors: {} } as RunState,
  reducers: {
    runStarted: (state, { payload }: PayloadAction<StartedRun>) => {
      state.active = { ...payload, ...fresh, isOwn: true };
      state.outcome = null;
      delete state.strategyErrors[strategyKey(payload.input.backtest_id, payload.strategyFilename)];
    },
    runAdopted: (state, { payload }: PayloadAction<StartedRun>) => {
      state.active ??= { ...payload, ...fresh, isOwn: false };
    },
    runsListed: (state, { payload }: PayloadAction<StartedRun[]>) => {
      state.listed = payload;
    },
    runProgressed: ({ active }, { payload }: PayloadAction<RunProgress>) => {
      if (active?.input.run_id !== payload.run_id) return;
      active.progress = payload;
      active.isReconnecting = false;
    },
    checkBegan: ({ active }) => {
      if (active) active.isChecking = true;
    },
    checkEnded: ({ active }) => {
      if (active) active.isChecking = false;
    },
    connectionLost: ({ active }) => {
      if (active) active.isReconnecting = true;
    },
    cancelAsked: ({ active }, { payload }: PayloadAction<boolean>) => {
      if (active) active.isCancelling = payload;
    },
    runEnded: (state, { payload }: PayloadAction<{ runId: string } & RunEnd>) => {
      const { active } = state;
      if (active?.input.run_id !== payload.runId) return;
      const { strategyFilename, input, isOwn } = active;
      const { outcome } = payload;
      const chatId = input.backtest_id;
      state.active = null;
      state.endedIds = [...state.endedIds, input.run_id].slice(-ENDED_KEPT_MAX);
      if (outcome?.strategyError)
        state.strategyErrors[strategyKey(chatId, strategyFilename)] = outcome.strategyError;
      // The tab that started the run shows its end.
      if (isOwn) state.outcome = outcome && { ...outcome, chatId, strategyFilename };
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
    selectNewestOther: (state): StartedRun | undefined => othersOf(state).at(-1),
    selectOtherRunsCount: (state): number => othersOf(state).length,
    selectOutcome: (state) => state.outcome,
    selectStrategyError: (state, chatId: string, filename: string) =>
      state.strategyErrors[strategyKey(chatId, filename)] ?? null,
  },
});

declare module '../../core/store.ts' {
  export interface LazySlices extends WithSlice<typeof runSlice> {}
}

const injected = runSlice.injectInto(rootReducer);
export const {
  runStarted,
  runAdopted,
  runsListed,
  runProgressed,
  checkBegan,
  checkEnded,
  connectionLost,
  cancelAsked,
  runEnded,
  outcomeRead,
  strategyChanged,
} = injected.actions;
export const {
  selectActiveRun,
  selectNewestOther,
  selectOtherRunsCount,
  selectOutcome,
  selectStrategyError,
} = injected.selectors;
