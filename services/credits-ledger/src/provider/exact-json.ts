// Parses untrusted JSON without changing numbers: 1.10, 1e-7 and integers beyond 2⁵³ stay as written.

/** Deeper than any notice or answer; deeper JSON is refused before it is parsed. */
const DEPTH_MAX = 16;

/** The source text of a number. Part of ECMAScript, not yet of the compiler's library. */
type Literal = { readonly source?: string };
type Reviver = (this: unknown, key: string, value: unknown, literal: Literal) => unknown;
const { parse, rawJSON } = JSON as typeof JSON & {
  parse(text: string, reviver: Reviver): unknown;
  rawJSON(text: string): object;
};

const depthOf = (text: string): number => {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === '\\') index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
};

const parseShallow = (text: string, reviver: Reviver): unknown => {
  if (depthOf(text) > DEPTH_MAX) throw new SyntaxError('nested too deeply');
  return parse(text, reviver);
};

/** Parses JSON with every number as its source text; throws a SyntaxError for invalid JSON. */
export const parseExactly = (text: string): unknown =>
  parseShallow(text, (_key, value, { source }) => (typeof value === 'number' ? source : value));

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The same JSON in canonical form: no spaces, sorted keys, numbers as they were written. Throws a
 * SyntaxError for invalid JSON.
 */
export const canonicalJson = (text: string): string => {
  const sorted = parseShallow(text, (_key, value, { source }) => {
    if (typeof value === 'number') return rawJSON(source ?? String(value));
    if (!isObject(value)) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  return JSON.stringify(sorted);
};
