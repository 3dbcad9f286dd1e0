// When two names are the same, what a copy is called, and which names of result folders only runs may give.
import { NAME_LENGTH_MAX } from '@tradeium/contracts';

/** Names with the same key are the same to a reader: upper or lower case, composed or not. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase().normalize('NFC');

/** The longest start of `text` that fits, in whole characters as a reader counts them. */
const startOf = (text: string, lengthMax: number): string => {
  let start = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (start.length + segment.length > lengthMax) break;
    start += segment;
  }
  return start.trim();
};

/** The first of `<name> (copy)`, `<name> (copy 2)`, … that none of `taken` (keys) is; the name is cut where it must be. */
export const copyName = (name: string, taken: ReadonlySet<string>): string => {
  for (let number = 1; number <= taken.size + 1; number += 1) {
    const suffix = number === 1 ? ' (copy)' : ` (copy ${number})`;
    const candidate = `${startOf(name, NAME_LENGTH_MAX - suffix.length)}${suffix}`.trim();
    if (!taken.has(nameKey(candidate))) return candidate;
  }
  throw new Error('every numbered copy is taken');
};

/** What a run's own folder name ends with: the moment, and the last eight characters of the run's id, if it has so many. */
const RUN_SUFFIX = /^backtest_.*(_\d{8}_\d{6}_[\w-]{1,8})$/;

/**
 * Whether a name is of the shape that runs give, but not this run's. No folder may be renamed to one: so a run that
 * ends at any later time finds its name free, which the workspace, that knows nothing of runs, could not see.
 */
export const isNameOfOtherRun = (name: string, givenName: string): boolean => {
  const suffix = RUN_SUFFIX.exec(nameKey(name))?.[1];
  return suffix !== undefined && !nameKey(givenName).endsWith(suffix);
};
