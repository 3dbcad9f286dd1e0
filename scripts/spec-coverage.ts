// Writes into docs/spec-coverage.md, below each statement, the tests that say by a tag that they show it.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { sourceFiles } from './rules/source-files.ts';

export const SPEC_COVERAGE = 'docs/spec-coverage.md';

/** A test or a step of one, that stands below a line such as `// spec: workspace.11, workspace.12`, or around it. */
export type Tag = { readonly statement: string; readonly path: string; readonly title: string };

const TEST = /\.(test|spec)\.tsx?$|\/test_\w+\.py$/;
const TAG = /^[ \t]*(?:\/\/|#) spec: (.+)$/gm;
const STATEMENT = /^- \*\*([a-z-]+\.\d+)\*\* /;
const WIDTH = 130;

type Call = { readonly start: number; readonly end: number; readonly title: string };
type Node = { readonly type?: string; readonly [key: string]: unknown };

const asNode = (value: unknown): Node => (typeof value === 'object' && value !== null ? value : {}) as Node;

/** `test` of `test(…)`, `test.each(…)(…)` and `test.step(…)`. */
const rootOf = ({ type, name, object, callee, tag }: Node): unknown => {
  if (type === 'Identifier') return name;
  const inner = object ?? callee ?? tag;
  return inner === undefined ? undefined : rootOf(asNode(inner));
};

/** The calls of a file that have a test's title as their first argument. */
const callsIn = (path: string, text: string): Call[] => {
  const calls: Call[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const each of value) visit(each);
      return;
    }
    const node = asNode(value);
    if (node.type === 'CallExpression' && /^(test|it)$/.test(String(rootOf(node)))) {
      const title = asNode((node.arguments as unknown[])[0]);
      if (title.type === 'TemplateLiteral' || typeof title.value === 'string')
        calls.push({
          start: node.start as number,
          end: node.end as number,
          title: text.slice((title.start as number) + 1, (title.end as number) - 1).replaceAll("\\'", "'"),
        });
    }
    for (const each of Object.values(node)) if (typeof each === 'object') visit(each);
  };
  visit(parseSync(path, text).program);
  return calls.sort((one, other) => one.start - other.start);
};

/** The titles of the test that a place in a file belongs to, and of its step; none where there is no test. */
const titlesAt = (calls: readonly Call[], text: string, position: number): string[] => {
  const around = calls.filter(({ start, end }) => start <= position && position < end);
  const next = calls.find(({ start }) => start > position);
  const isBelow = next && /^(\s|await |\/\/.*\n)*$/.test(text.slice(position, next.start));
  return [...around, ...(isBelow ? [next] : [])].slice(-2).map(({ title }) => title);
};

const pythonTitleAt = (text: string, position: number): string[] => {
  const [, name] = /^(?:\s*@.*\n|\s)*(?:async )?def (test_\w+)/.exec(text.slice(position)) ?? [];
  return name ? [name] : [];
};

/** Every tag of the tests, in the order of their files. */
export const tagsOfTests = (): Tag[] => {
  const tests = sourceFiles().filter(({ path }) => TEST.test(path));
  return tests.flatMap(({ path, text }) => {
    const found = [...text.matchAll(TAG)];
    if (found.length === 0) return [];
    const calls = path.endsWith('.py') ? null : callsIn(path, text);
    return found.flatMap(({ 0: line, 1: statements = '', index }) => {
      const end = index + line.length;
      const title = (calls ? titlesAt(calls, text, end) : pythonTitleAt(text, end)).join(': ');
      return statements.split(', ').map((statement) => ({ statement, path, title }));
    });
  });
};

/** The ids of the document's statements. */
export const statementsIn = (document: string): string[] =>
  document.split('\n').flatMap((line) => STATEMENT.exec(line)?.[1] ?? []);

const wrapped = (text: string): string => {
  const lines = [''];
  for (const word of `  - ${text}`.split(/(?<=\S) /)) {
    const last = lines.at(-1) as string;
    if (last !== '' && last.length + word.length >= WIDTH) lines.push(`    ${word}`);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join('\n');
};

/** The document with the tests of today below each statement; everything else stays as it is written. */
export const specCoverage = (document: string, tags: readonly Tag[]): string => {
  const items = document.replaceAll(/\n {2}- `[^\n]*(?:\n {4}[^\n]*)*/g, '').split(/\n(?=- |\n|#)/);
  return items
    .map((item) => {
      const [, id] = STATEMENT.exec(item) ?? [];
      const shown = tags.filter(({ statement }) => statement === id);
      return [item, ...shown.map(({ path, title }) => wrapped(`\`${path}\` “${title}”`))].join('\n');
    })
    .join('\n');
};

if (process.argv[1] === import.meta.filename)
  writeFileSync(SPEC_COVERAGE, specCoverage(readFileSync(SPEC_COVERAGE, 'utf8'), tagsOfTests()));
