// Finds figures in an agent's words that appear in nothing it has read. Pure.

/** A claim about a result: its name, then a figure soon after it. */
const CLAIM =
  /\b(sharpe(?: ratio)?|sortino(?: ratio)?|calmar(?: ratio)?|(?:max(?:imum)? )?drawdown|(?:total|annual) return|returned|cagr|volatility|turnover|correlation)\b[^.\n\d%]{0,30}?([−-]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?))([ \u00A0\u202F]?%)?/gi;
const CODE_BLOCK = /```[\s\S]*?(?:```|$)/g;
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

/** How many digits a figure has after its point: it may be a rounded one. */
const digitsOf = (text: string): number => /[.,](\d+)/.exec(text)?.[1]?.length ?? 0;

/** Whether a figure rounds to what is claimed, also as a share of 1 where percent are claimed. */
const isBackedAs = (claimed: string, isPercent: boolean, known: readonly number[]): boolean => {
  const step = 10 ** -digitsOf(claimed);
  const value = numberOf(claimed);
  const matches = (figure: number) => Math.abs(figure - value) <= step;
  return known.some((figure) => matches(figure) || (isPercent && matches(100 * figure)));
};

/** A comma stands before decimals or between thousands. */
const isBacked = (claimed: string, isPercent: boolean, known: readonly number[]): boolean =>
  [claimed, ungrouped(claimed)].some((reading) => isBackedAs(reading, isPercent, known));

/** The claims of `text` that no text of `read` backs, as they are written. Code is not a claim. */
export const unbackedClaims = (text: string, read: readonly string[]): string[] => {
  const claims = [...text.replaceAll(CODE_BLOCK, '').matchAll(CLAIM)];
  if (claims.length === 0) return [];
  const known = read.flatMap(figuresIn);
  const unbacked = claims.filter(
    ([, , figure = '', percent]) => !isBacked(figure, percent !== undefined, known),
  );
  return [...new Set(unbacked.map(([claim]) => claim.replace(/\s+/g, ' ').trim()))].slice(0, CLAIMS_SHOWN);
};
