// The type of the expression before a dot, as far as the code shows it: enough for strategies, not a type checker.
import { membersOfType, SDK_CLASSES, SDK_FUNCTIONS } from './completion-entries.ts';

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[' };
/** Names that are assigned from one another are followed no further than this. */
const STEPS_MAX = 8;

/** Where the bracket that closes at `end - 1` was opened; -1 when it was not. */
const openedAt = (code: string, end: number): number => {
  const stack: string[] = [];
  for (let at = end - 1; at >= 0; at -= 1) {
    const sign = code[at] ?? '';
    const opening = OPENING[sign];
    if (opening) stack.push(opening);
    else if (sign === '(' || sign === '[') {
      if (stack.pop() !== sign) return -1;
      if (stack.length === 0) return at;
    }
  }
  return -1;
};

/** The names, calls and indices, joined by dots, that end at the end of `code`. */
export const expressionBefore = (code: string): string => {
  let from = code.length;
  for (;;) {
    const sign = code[from - 1] ?? '';
    if (OPENING[sign]) {
      const opened = openedAt(code, from);
      if (opened === -1) return '';
      from = opened;
    } else if (/[\w.]/.test(sign)) from -= 1;
    else return code.slice(from);
  }
};

const returned = (type: string, name: string): string | null =>
  membersOfType(type).find((entry) => entry.name === name)?.returns ?? null;

/** The module that an import names so, or null when it was not imported as one. */
const moduleOf = (name: string, code: string): string | null => {
  const named = new RegExp(`^[ \\t]*import\\s+([\\w.]+)\\s+as\\s+${name}[ \\t]*$`, 'm').exec(code)?.[1];
  if (named !== undefined) return named;
  return new RegExp(`^[ \\t]*import\\s+${name}[ \\t]*$`, 'm').test(code) ? name : null;
};

/** The parameters of `strategy` are candles and settings, whatever their names. */
const parameterType = (name: string, code: string): string | null => {
  const [, first, second] = /^def\s+strategy\s*\(\s*(\w+)[^,)]*(?:,\s*(\w+))?/m.exec(code) ?? [];
  if (name === (first ?? 'candles')) return 'Candles';
  return name === (second ?? 'settings') ? 'Settings' : null;
};

const typeOfName = (name: string, code: string, steps: number): string | null => {
  const assigned = [...code.matchAll(new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*([^=\\n].*)$`, 'gm'))].at(-1);
  if (assigned) {
    const value = (assigned[1] ?? '').replace(/\s#.*$/, '').trim();
    // A calculation with tables is a table; a single expression may be anything.
    if (expressionBefore(value) !== value) return 'DataFrame';
    return typeOf(value, code.slice(0, assigned.index), steps - 1);
  }
  return parameterType(name, code) ?? moduleOf(name, code);
};

/**
 * The type of an expression at the end of `code`: a class of the SDK, `DataFrame`, `Series`, `Rolling`, `numpy`,
 * `pandas`; null when it is unknown.
 */
export const typeOf = (expression: string, code: string, steps = STEPS_MAX): string | null => {
  if (steps === 0 || expression === '') return null;
  if (expression.endsWith(']')) return 'Series';
  const isCall = expression.endsWith(')');
  const target = isCall ? expression.slice(0, openedAt(expression, expression.length)) : expression;
  // A calculation in parentheses.
  if (isCall && target === '') return 'DataFrame';
  const dot = target.lastIndexOf('.');
  const name = target.slice(dot + 1);
  if (dot > 0) {
    const type = typeOf(target.slice(0, dot), code, steps - 1);
    return type === null ? null : returned(type, name);
  }
  if (!isCall) return /^[A-Za-z_]\w*$/.test(name) ? typeOfName(name, code, steps) : null;
  if (SDK_CLASSES.some((entry) => entry.name === name)) return name;
  return SDK_FUNCTIONS.find((entry) => entry.name === name)?.returns ?? null;
};
