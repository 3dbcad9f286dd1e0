// Reads documents that name a test for each claim: `path` “title”.
import { existsSync, readFileSync } from 'node:fs';

export type NamedTest = { readonly path: string; readonly title: string };

const FILE = '[^`]+\\.(?:test|spec)\\.tsx?|[^`]+/test_\\w+\\.py';
/** A title may quote in turn, so it ends with its line. */
const NAMED = new RegExp(`\`(${FILE})\` “(.+)”$`, 'gm');

/** The document with each paragraph and each item of a list in one line. */
const unwrapped = (document: string): string => document.replace(/(\S)\n +(?! )(?!- )/g, '$1 ');

export type Claim = {
  /** Its text, without marks. */
  readonly text: string;
  /** The text that follows it; empty for none. */
  readonly how: string;
  /** The items below it: tests or links. */
  readonly shownBy: readonly string[];
};

/** The claims of a document: items in bold type, with what shows each below it. */
export const claimsOf = (document: string): Claim[] =>
  [...unwrapped(document).matchAll(/^- \*\*(.+?)\*\*(?:: )?(.*)((?:\n {2}- .*)*)/gm)].map(
    ([, text = '', how = '', below = '']) => ({ text, how, shownBy: below.split('\n  - ').slice(1) }),
  );

/** Every test that a document names. */
export const namedTests = (document: string): NamedTest[] =>
  [...unwrapped(document).matchAll(NAMED)].map(([, path = '', title = '']) => ({ path, title }));

/** How often a test's file is named, with a title or without. */
export const namedFiles = (document: string): string[] =>
  document.match(new RegExp(`\`(?:${FILE})\``, 'g')) ?? [];

/** In a line that is no comment. */
const isIn = (source: string, title: string): boolean =>
  source.split('\n').some((line) => line.includes(title) && !/^\s*(?:\/\/|\*|\/\*|#)/.test(line));

/** Those that no test file contains. */
export const missingTests = (named: readonly NamedTest[]): NamedTest[] => {
  const sources = new Map<string, string>();
  const sourceOf = (path: string): string => {
    const known = sources.get(path) ?? (existsSync(path) ? readFileSync(path, 'utf8') : '');
    sources.set(path, known);
    return known;
  };
  return named.filter(({ path, title }) => !isIn(sourceOf(path), title));
};
