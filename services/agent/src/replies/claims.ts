// Finds figures in an agent's words that appear in nothing it has read. Pure.
import { proseOf, readMarkdown } from '@tradeium/contracts/markdown';

/** A claim about a result: its name, then a figure soon after it. */
const CLAIM =
  /\b(sharpe(?: ratio)?|sortino(?: ratio)?|calmar(?: ratio)?|(?:max(?:imum)? )?drawdown|(?:total|annual) return|returned|cagr|volatility|turnover|correlation)\b[^.\n\d%]{0,30}?([−-]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?))([ \u00A0\u202F]?%)?/gi;
const NUMBER = /[−-]?\d+(?:\.\d+)?(?:e-?\d+)?/gi;
/** With separators of thousands; in JSON, it may be several. */
const GROUPED = /\d{1,3}(?:,\d{3})+(?:\.\d+)?/g;
const CLAIMS_SHOWN = 5;

const numberOf = (text: string): number => Math.abs(Number(text.replace('−', '-').replace(',', '.')));

const ungrouped = (text: string): string => text.replaceAll(',', '');

/** All figures of a text; signs do not matter, as a drawdown is written with or without one. */
const figuresIn = (text: string): number[] => [
  ...[...text.matchAll(NUMBER)].map(([figure]) => numberOf(figure)),
  ...[...text.matchAll(GROUPED)].map(([figure]) => numberOf(ungrouped(figure))),
];

/** Keys under which tools answer values of parameters; words among these, and names, are those of the code's author. */
const PARAMETERS_KEYS: ReadonlySet<string> = new Set([
  'parameters',
  'axes',
  'region',
  'centre',
  'top',
  'bottom',
]);

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same with nothing but its numbers and switches. */
const withoutWords = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner) =>
    typeof inner === 'string' ? null : isRecord(inner) ? Object.values(inner) : inner,
  );

/** A part of an answer without the words of parameters, if it is JSON, perhaps after a heading. */
const withoutAuthorsWords = (part: string): string => {
  const from = part.indexOf('{');
  if (from < 0) return part;
  try {
    const read = JSON.parse(part.slice(from), (key, value) =>
      PARAMETERS_KEYS.has(key) ? withoutWords(value) : value,
    );
    return part.slice(0, from) + JSON.stringify(read);
  } catch {
    return part;
  }
};

/** The figures that may be stated after this was read. */
const figuresOf = (read: string): number[] =>
  read.split('\n\n').flatMap((part) => figuresIn(withoutAuthorsWords(part)));

/** How many digits a figure has after its point: it may be a rounded one. */
const digitsOf = (text: string): number => /[.,](\d+)/.exec(text)?.[1]?.length ?? 0;

/** The place of the first of the figures, in rising order, that is not below this one. */
const indexOfLeast = (figures: Float64Array, least: number): number => {
  let [from, to] = [0, figures.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((figures[middle] as number) < least) from = middle + 1;
    else to = middle;
  }
  return from;
};

const hasBetween = (figures: Float64Array, least: number, most: number): boolean =>
  (figures[indexOfLeast(figures, least)] ?? Number.POSITIVE_INFINITY) <= most;

/** True if a figure rounds to what is claimed, also as a share of 1 where percent are claimed. */
const isBackedAs = (claimed: string, isPercent: boolean, known: Float64Array): boolean => {
  const step = 10 ** -digitsOf(claimed);
  const [least, most] = [numberOf(claimed) - step, numberOf(claimed) + step];
  return hasBetween(known, least, most) || (isPercent && hasBetween(known, least / 100, most / 100));
};

/** A comma stands before decimals or between thousands. */
const isBacked = (claimed: string, isPercent: boolean, known: Float64Array): boolean =>
  [claimed, ungrouped(claimed)].some((reading) => isBackedAs(reading, isPercent, known));

/** The claims of `text` that no text of `read` backs, as they are shown. Code is not a claim. */
export const unbackedClaims = (text: string, read: readonly string[]): string[] => {
  const claims = [...proseOf(readMarkdown(text)).matchAll(CLAIM)];
  if (claims.length === 0) return [];
  const known = Float64Array.from(read.flatMap(figuresOf)).sort();
  const unbacked = claims.filter(
    ([, , figure = '', percent]) => !isBacked(figure, percent !== undefined, known),
  );
  return [...new Set(unbacked.map(([claim]) => claim.replace(/\s+/g, ' ').trim()))].slice(0, CLAIMS_SHOWN);
};

const TRIALS = /\b(\d{1,3}(?:,\d{3})+|\d+) trials?\b/gi;
/** Words that offer a region or a value as found. */
const FOUND = /\b(plateau|region|best|better|optimal|found)\b/i;

/** The numbers of trials that answers of tools name; one trial is no choice. */
const trialsIn = (answers: readonly string[]): number[] =>
  answers
    .flatMap((answer) => /"trials":(\d+)/.exec(answer)?.[1] ?? [])
    .map(Number)
    .filter((trials) => trials > 1);

/**
 * The trials behind what was read, if the text claims something of it and names none of their numbers; null otherwise. Of a study
 * the offer of a region or value is a claim as well as a figure, of a result a figure. A figure that is the best of many says
 * little without how many there were.
 */
export const unnamedTrials = (
  text: string,
  { studies, results }: { readonly studies: readonly string[]; readonly results: readonly string[] },
): number | null => {
  const prose = proseOf(readMarkdown(text));
  const hasFigure = prose.search(CLAIM) >= 0;
  const counts = [
    ...(hasFigure || FOUND.test(prose) ? trialsIn(studies) : []),
    ...(hasFigure ? trialsIn(results) : []),
  ];
  const named = [...prose.matchAll(TRIALS)].map(([, count = '']) => Number(ungrouped(count)));
  if (counts.length === 0 || named.some((count) => counts.includes(count))) return null;
  return Math.max(...counts);
};
