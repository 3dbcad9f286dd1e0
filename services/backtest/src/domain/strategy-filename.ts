// Names of strategy files: `strategy_<title>.py`, from the code's own title where it has one.
import { nameKey } from './names.ts';

const PREFIX = 'strategy_';
const SUFFIX = '.py';
const TITLE_LENGTH_MAX = 60;
const UNTITLED = 'untitled';

/** More of a line is no title. */
const LINE_READ_MAX = 1_000;

const firstLine = (text: string): string => {
  const start = text.trimStart().slice(0, LINE_READ_MAX);
  return start.split('\n', 1)[0] ?? '';
};

/** The first line of the module's docstring or of its leading comment, if there is one. Linear in the code. */
const titleOf = (code: string): string | undefined => {
  const start = code.replace(/^\uFEFF/, '').trimStart();
  const quotes = /^[rRuU]?("""|''')/.exec(start);
  const docstring = quotes?.[1] && firstLine(start.slice(quotes[0].length)).split(quotes[1], 1)[0];
  const comment = start.startsWith('#') ? firstLine(start.replace(/^#+/, '')) : undefined;
  return docstring?.trim() || comment;
};

/** The file name that the code suggests: letters, digits and underscores, at most 60 before the ending. */
export const filenameOf = (code: string): string => {
  const words = (titleOf(code) ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, TITLE_LENGTH_MAX)
    .replace(/_+$/, '');
  return `${PREFIX}${words || UNTITLED}${SUFFIX}`;
};

/** The file name for a user's `name`. */
export const renamedFilename = (name: string): string => `${PREFIX}${name}${SUFFIX}`;

/** How a file is shown: without prefix and ending. */
export const displayName = (filename: string): string =>
  filename
    .replace(/^strategy_/, '')
    .replace(/\.py$/, '')
    .replaceAll('_', ' ');

const filenameKey = (shown: string): string => nameKey(shown).replace(/\s+/g, ' ').trim();

/** How a chat's files are shown. Of older files that look the same, all but the first have a number. */
export const displayNames = (filenames: readonly string[]): string[] => {
  const taken = new Set<string>();
  return filenames.map((filename) => {
    let shown = displayName(filename);
    for (let number = 2; taken.has(filenameKey(shown)); number += 1)
      shown = `${displayName(filename)} ${number}`;
    taken.add(filenameKey(shown));
    return shown;
  });
};

/** Files with the same key look the same in the list, whatever their case, underscores or number of spaces. */
export const displayKey = (filename: string): string => filenameKey(displayName(filename));

/** `wanted`, or the first of its numbered variants (`…_2.py`, `…_3.py`) that looks like none of `taken` (keys). */
export const freeFilename = (wanted: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(displayKey(wanted))) return wanted;
  const stem = wanted.slice(0, -SUFFIX.length);
  for (let number = 2; number <= taken.size + 1; number += 1) {
    const candidate = `${stem}_${number}${SUFFIX}`;
    if (!taken.has(displayKey(candidate))) return candidate;
  }
  throw new Error('every numbered name is taken');
};
