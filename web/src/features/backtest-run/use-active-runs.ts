// Keeps the run slice in step with what the server says is running.
import { useEffect } from 'react';
import { useListActiveRunsQuery } from '../../core/active-runs.ts';
import { useAppDispatch } from '../../core/store.ts';
import { resumeRun } from './execute-run.ts';
import { runsListed } from './run-slice.ts';

/** Follows the run from before a reload, then those started elsewhere. */
export const useActiveRuns = (): void => {
  const dispatch = useAppDispatch();
  const { data } = useListActiveRunsQuery();
  useEffect(() => {
    void dispatch(resumeRun());
  }, [dispatch]);
  useEffect(() => {
    if (!data) return;
    const runs = data.runs.map(({ run_id, input, strategy_filename }) => ({
      input: { ...input, run_id },
      strategyFilename: strategy_filename,
    }));
    dispatch(runsListed(runs));
  }, [data, dispatch]);
};
