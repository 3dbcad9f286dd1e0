// Messages about code being edited: the server's refusals, syntax errors, changes saved elsewhere.
import { STRATEGY_CODE_BYTES_MAX } from '@tradeium/contracts';
import type { CodeWarning } from '../../lib/code-text.ts';
import { isFailure } from '../../lib/failure.ts';

/** The refusal that the server would give; null when the code can be sent. */
export const codeProblem = (code: string): string | null => {
  if (code.trim() === '') return 'The strategy has no code';
  if (new TextEncoder().encode(code).length > STRATEGY_CODE_BYTES_MAX)
    return 'The strategy is too large (at most 256 KiB)';
  return null;
};

export const savedElsewhere = (version: number): string =>
  `This file was saved elsewhere as version ${version}`;

/** True if a failure says that there is no file of this name, or that it stands elsewhere in the list. */
export const isFileGone = (thrown: unknown): boolean =>
  isFailure(thrown) && thrown.code === 'STRATEGY_FILE_NOT_FOUND';

export const FILE_GONE = 'the file was renamed or deleted elsewhere. Your code is kept.';

const LINES_NAMED_MAX = 5;

const named = (lines: readonly number[]): string => {
  const first = lines.slice(0, LINES_NAMED_MAX).join(', ');
  const rest = lines.length - LINES_NAMED_MAX;
  return `${lines.length === 1 ? 'Line' : 'Lines'} ${first}${rest > 0 ? ` and ${rest} more` : ''}`;
};

const WARNINGS: Readonly<Record<CodeWarning['kind'], string>> = {
  turning:
    'hidden characters change the order in which code is shown. It may run differently from how it reads.',
  unreadable: 'bytes that are not text. This file is not what its name says, or it was damaged.',
};

export const warningText = ({ kind, lines }: CodeWarning): string => `${named(lines)}: ${WARNINGS[kind]}`;
