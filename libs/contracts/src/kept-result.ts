// The runs that keep a backtest of an agent: their ids are derived from the backtest's, so that its card finds the folder.

/** How often a run that failed or whose folder was deleted is replaced by another. */
const KEEPS_MAX = 3;

/** The ids of the runs that may keep a result, in the order in which they are used. */
export const keptRunIds = (resultId: string): string[] =>
  Array.from({ length: KEEPS_MAX }, (_, at) => (at === 0 ? resultId : `${resultId}-${at + 1}`));
