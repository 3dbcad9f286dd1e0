// Which blocks of a reply are Python that can be saved.

/** Above this, a block is folded. */
export const LONG_LINES = 30;

/** Shown of a folded block. */
const FOLDED_LINES = 14;

const PYTHON = /^(?:python3?|py)\b/i;

export const linesOf = (code: string): number => code.split('\n').length;

export const firstLines = (code: string): string => code.split('\n', FOLDED_LINES).join('\n');

/** A block that names no language may be Python; one that names another is not. */
export const mayBePython = (language: string): boolean =>
  language.trim() === '' || PYTHON.test(language.trim());

/** Whether a block is Python code: it says so and is not empty, or it has a strategy in it. */
export const isPython = (language: string, code: string): boolean =>
  code.trim() !== '' &&
  (PYTHON.test(language.trim()) || (language.trim() === '' && /^\s*(?:def|import|from) /m.test(code)));
