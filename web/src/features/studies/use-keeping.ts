// Keeps points of a study: starts the run of each as soon as there is room for one more, and finds their results.
import { keptRunIds } from '@tradeium/contracts';
import { useEffect, useRef, useState } from 'react';
import { useListActiveRunsQuery } from '../../core/active-runs.ts';
import { useAppDispatch, useAppSelector } from '../../core/store.ts';
import { isFailure, messageOf } from '../../lib/failure.ts';
import { useKeepStudyPointMutation } from './api.ts';
import { pointRefused, pointStarted, pointsWanted, selectKept } from './studies-slice.ts';

/** How far keeping a point has come: `missing` when its run left no result, or none yet; null for one that nobody keeps. */
type KeptState = 'waiting' | 'running' | 'kept' | 'missing' | null;

export type Keeping = {
  readonly keep: (indexes: readonly number[]) => void;
  readonly stateOf: (index: number) => KeptState;
  readonly failureOf: (index: number) => string | null;
  /** The run of a point whose result is there. */
  readonly resultOf: (index: number) => string | null;
};

/**
 * `hasResult` says if the chat has the result of a run. As many runs go on as the server admits; the next one is started
 * when the list of active runs has changed.
 */
export const useKeeping = (study: string, hasResult: (run: string) => boolean): Keeping => {
  const dispatch = useAppDispatch();
  const { waiting, started, failures } = useAppSelector((state) => selectKept(state, study));
  const { data: active } = useListActiveRunsQuery();
  const [keepPoint, { isLoading }] = useKeepStudyPointMutation();
  /** The list of runs that left no room. */
  const [full, setFull] = useState<typeof active | null>(null);
  const asking = useRef(false);
  const next = waiting[0];
  useEffect(() => {
    if (next === undefined || isLoading || asking.current || (full !== null && full === active)) return;
    asking.current = true;
    const ask = async () => {
      const { data, error } = await keepPoint({ study_id: study, index: next });
      asking.current = false;
      if (data) dispatch(pointStarted({ study, index: next }));
      else if (isFailure(error) && error.code === 'TOO_MANY_RUNS') setFull(active);
      else dispatch(pointRefused({ study, index: next, why: messageOf(error) }));
    };
    void ask();
  }, [next, isLoading, full, active, study, keepPoint, dispatch]);
  const resultOf = (index: number) => keptRunIds(`${study}-${index}`).find(hasResult) ?? null;
  const stateOf = (index: number): KeptState => {
    if (resultOf(index) !== null) return 'kept';
    const ids = keptRunIds(`${study}-${index}`);
    if (active?.runs.some(({ run_id }) => ids.includes(run_id))) return 'running';
    if (waiting.includes(index)) return 'waiting';
    return started.includes(index) ? 'missing' : null;
  };
  return {
    keep: (indexes) => {
      const wanted = indexes.filter((index) => ['missing', null].includes(stateOf(index)));
      if (wanted.length > 0) dispatch(pointsWanted({ study, indexes: wanted }));
    },
    stateOf,
    failureOf: (index) => failures[index] ?? null,
    resultOf,
  };
};

export type Awaiting = {
  /** The point whose result is waited for. */
  readonly index: number | null;
  readonly keepFor: (index: number) => void;
};

/** Keeps a point, and passes its run on once the result is there, however many others are looked at meanwhile. */
export const useWhenKept = (keeping: Keeping, onKept: (run: string) => void): Awaiting => {
  const [index, setIndex] = useState<number | null>(null);
  const run = index === null ? null : keeping.resultOf(index);
  useEffect(() => {
    if (run === null) return;
    setIndex(null);
    onKept(run);
  }, [run, onKept]);
  return {
    index,
    keepFor: (wanted) => {
      setIndex(wanted);
      keeping.keep([wanted]);
    },
  };
};
