// Which blocks of code are Python that can be saved.
import type { CodeBlock } from './tokens.ts';

/** `python`, `Python3`, `py`, `{python}`, `{.python .numberLines}`, `python:strategy.py`, `strategy.py`. */
const PYTHON = /^(?:\{\s*\.?)?(?:i?python[\d.]{0,5}|py3?)(?![\w-])|^[^\s{}]{1,200}\.py(?![\w-])/i;

type Code = Pick<CodeBlock, 'code' | 'tag'>;

/** A block that names no language may be Python; one that names another is not. */
export const mayBePython = ({ tag }: Pick<Code, 'tag'>): boolean => tag === '' || PYTHON.test(tag);

/** Whether a block is Python: it says so and is not empty, or it has a strategy in it. */
export const isPython = ({ code, tag }: Code): boolean =>
  code.trim() !== '' && (tag === '' ? /^[ \t]*(?:def|import|from) /m.test(code) : PYTHON.test(tag));
