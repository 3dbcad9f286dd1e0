// Seals results between the activity that writes them and the one that ends the run: Temporal stores what they pass on.
import type { EventSealing } from '@tradeium/contracts';
import type { RunReference, SealedResults, WrittenResults } from '../workflows/run-backtest-contract.ts';

const resultsPlaceOf = ({ runId }: RunReference): string => `backtest.run.${runId}.results`;

export const sealResults = async (
  keys: EventSealing,
  run: RunReference,
  results: WrittenResults,
): Promise<string> => (await keys.ensure(run.userId)).seal(resultsPlaceOf(run), JSON.stringify(results));

/** Null when the key is gone: the user deleted the account. */
export const openResults = async (
  keys: EventSealing,
  run: RunReference,
  { sealed }: SealedResults,
): Promise<WrittenResults | null> => {
  const key = await keys.find(run.userId);
  return key && (JSON.parse(key.unseal(resultsPlaceOf(run), sealed)) as WrittenResults);
};
