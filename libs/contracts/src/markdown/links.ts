// Where links lead: after their text, in angle brackets, by a label, or as a bare address in a text.
import { decoded } from './entities.ts';

/** A text with longer ones is no link; without limits, texts of many beginnings of a link would take long. */
const ADDRESS_MAX = 2_000;
const TITLE_MAX = 500;
const LABEL_MAX = 200;
const NESTED_MAX = 32;

const ESCAPED = /\\([!-/:-@[-`{-~])/g;
const IN_BRACKETS = new RegExp(`<([^<>\\n]{0,${ADDRESS_MAX}})>`, 'y');
const TITLE = new RegExp(
  `\\s{1,9}(?:"[^"]{0,${TITLE_MAX}}"|'[^']{0,${TITLE_MAX}}'|\\([^()]{0,${TITLE_MAX}}\\))`,
  'y',
);
const SPACES = /\s{0,9}/y;
const LABEL = new RegExp(`\\[([^[\\]]{0,${LABEL_MAX}})\\]`, 'y');
const DEFINITION = new RegExp(
  `^ {0,3}\\[([^[\\]]{1,${LABEL_MAX}})\\]:[ \\t]{0,9}(\\S{1,${ADDRESS_MAX}})(?:[ \\t]{1,9}(?:"[^"]*"|'[^']*'|\\([^()]*\\)))?[ \\t]*$`,
);

/** The match of a sticky expression at this place. */
export const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

const addressIn = (text: string): string => decoded(text.replace(ESCAPED, '$1'));

const endOfAddress = (text: string, from: number): number => {
  let depth = 0;
  let at = from;
  for (; at < text.length && at - from <= ADDRESS_MAX; at += 1) {
    const character = text[at] as string;
    if (character === '\\') at += 1;
    else if (character <= ' ') break;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth < 0 || depth > NESTED_MAX) break;
  }
  return at;
};

type Target = { readonly href: string; readonly end: number };

/** The target in parentheses that follows the text of a link. */
const inParentheses = (text: string, from: number): Target | null => {
  if (text[from] !== '(') return null;
  const start = from + 1 + (matchAt(SPACES, text, from + 1)?.[0].length ?? 0);
  const bracketed = matchAt(IN_BRACKETS, text, start);
  const end = bracketed ? start + bracketed[0].length : endOfAddress(text, start);
  const afterTitle = end + (matchAt(TITLE, text, end)?.[0].length ?? 0);
  const close = afterTitle + (matchAt(SPACES, text, afterTitle)?.[0].length ?? 0);
  if (text[close] !== ')') return null;
  return { href: addressIn(bracketed?.[1] ?? text.slice(start, end)), end: close + 1 };
};

const normal = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();

/** Where a link leads whose text ends before `from`: `[text](address)`, `[text][label]`, `[label][]` or `[label]`. */
export const targetAfter = (
  labels: ReadonlyMap<string, string>,
  { text, from, start }: { readonly text: string; readonly from: number; readonly start: number },
): Target | null => {
  const direct = inParentheses(text, from);
  if (direct || labels.size === 0) return direct;
  const named = matchAt(LABEL, text, from);
  const label = named?.[1] || (from - start <= LABEL_MAX ? text.slice(start, from - 1) : '');
  const href = labels.get(normal(label));
  return href === undefined ? null : { href, end: from + (named?.[0].length ?? 0) };
};

/** A line that says where a label leads. */
export const definitionIn = (line: string): { readonly label: string; readonly href: string } | null => {
  const found = DEFINITION.exec(line);
  if (!found?.[1] || !found[2]) return null;
  return { label: normal(found[1]), href: addressIn(found[2].replace(/^<(.*)>$/, '$1')) };
};

const BARE = /(?:https?:\/\/|www\.)[\p{L}\p{N}][^\s<>[\]`"|]{0,2000}/iuy;
const ENDS = new Set('?!.,:;*_~\'"');

/** Without what belongs to the sentence: punctuation at the end, and a parenthesis that was opened before. */
const trimmedEnd = (address: string): number => {
  let open = 0;
  for (const character of address) open += character === '(' ? 1 : character === ')' ? -1 : 0;
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] as string;
    if (last === ')' && open < 0) open += 1;
    else if (!ENDS.has(last)) break;
  }
  return end;
};

/** The places at which a bare address may begin. */
export const bareStarts = (text: string): number[] =>
  [...text.matchAll(/\b(?:https?:\/\/|www\.)/gi)].map(({ index }) => index);

/** The bare address at a place, as it is written; one that is too long is text. */
export const bareAddressAt = (
  text: string,
  at: number,
): { readonly address: string; readonly isLink: boolean } | null => {
  const found = matchAt(BARE, text, at)?.[0];
  if (found === undefined) return null;
  const isLink = found.length < ADDRESS_MAX;
  return { address: isLink ? found.slice(0, trimmedEnd(found)) : found, isLink };
};
