// Which blocks of code are Python that can be saved.
import type { CodeBlock } from './tokens.ts';

/** `python`, `Python3`, `py`, `language-python`, `{python}`, `{.python .numberLines}`, `python:strategy.py`. */
const LANGUAGE = /^(?:\{\s*\.?)?(?:lang(?:uage)?-)?(?:i?python[\d.]{0,5}|py3?)(?![\w-])/i;
/** `strategy.py`, `file: strategy.py`, `my files/strategy.py`: a path, which may have spaces. */
const FILE = /^(?:[^\s{}]{1,200}|[^\s{}="'][^{}="']{0,200})\.py(?![\w-])/i;
/** A language before the name of a file, as in `diff strategy.py`. */
const OTHER =
  /^(?:bash|console|csv|diff|html|json|markdown|md|output|patch|plaintext|python-traceback|sh|shell|sql|te?xt|toml|traceback|ya?ml)\s/i;

const isPythonTag = (tag: string): boolean => LANGUAGE.test(tag) || (FILE.test(tag) && !OTHER.test(tag));

type Code = Pick<CodeBlock, 'code' | 'tag'>;

/** A block that names no language may be Python; one that names another is not. */
export const mayBePython = ({ tag }: Pick<Code, 'tag'>): boolean => tag === '' || isPythonTag(tag);

/** True if a block is Python: it says so and is not empty, or it has a strategy in it. */
export const isPython = ({ code, tag }: Code): boolean =>
  code.trim() !== '' && (tag === '' ? /^[ \t]*(?:def|import|from) /m.test(code) : isPythonTag(tag));
