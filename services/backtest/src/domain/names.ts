// When two names are equal, the name of a copy, and which folder names only runs may use.
import { NAME_LENGTH_MAX } from '@tradeium/contracts';

/** Names with the same key look the same to a reader, whatever their case or Unicode composition. */
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

/** The first of `<name> (copy)`, `<name> (copy 2)`, … that is not in `taken` (keys); the name is cut if necessary. */
export const copyName = (name: string, taken: ReadonlySet<string>): string => {
  for (let number = 1; number <= taken.size + 1; number += 1) {
    const suffix = number === 1 ? ' (copy)' : ` (copy ${number})`;
    const candidate = `${startOf(name, NAME_LENGTH_MAX - suffix.length)}${suffix}`.trim();
    if (!taken.has(nameKey(candidate))) return candidate;
  }
  throw new Error('every numbered copy is taken');
};

/** The end of a folder name that a run gave: the time, and up to eight last characters of the run's id. */
const RUN_SUFFIX = /^backtest_.*(_\d{8}_\d{6}_[\w-]{1,8})$/;

/**
 * True if a name has the shape of another run's name. No folder may be renamed to one, so that a run that
 * ends later finds its name free: the workspace doesn't know of runs and couldn't check.
 */
export const isNameOfOtherRun = (name: string, givenName: string): boolean => {
  const suffix = RUN_SUFFIX.exec(nameKey(name))?.[1];
  return suffix !== undefined && !nameKey(givenName).endsWith(suffix);
};
