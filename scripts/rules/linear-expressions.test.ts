// Every regular expression that is written as a literal takes time in proportion to its text, or has a reason here: one user's
// text never holds up another. Those that are composed of others read ideas, which are cut to CHARACTERS_MAX, and names of ours.
import { parseSync } from 'oxc-parser';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

type Expression = { readonly path: string; readonly source: string; readonly flags: string };

/** Those that may take longer on long texts, by file, with what keeps their texts short. */
const LET_THROUGH: readonly (readonly [path: string, source: string, reason: string])[] = [
  [
    'infra/embedded/src/process/version-numbers.ts',
    String.raw`(\d+)\.(\d+)\.(\d+)`,
    'the version that a program of ours prints',
  ],
  ['infra/local/src/composer/code.ts', ' +$', 'code that the demo model has written itself'],
  ['services/paper-exchange/src/numbers/amount.ts', '0+$', 'at most twenty digits, by UNSIGNED_DECIMAL'],
  [
    'infra/local/src/idea/read-limits.ts',
    String.raw`(\d+(?:\.\d+)?)% (?:of |in |into |to |the )*\$(\w+)|\$(\w+) (?:at |: |to )?(\d+(?:\.\d+)?)%`,
    'an idea, cut to CHARACTERS_MAX',
  ],
  ['infra/local/src/idea/read-timing.ts', String.raw`(\d+d)`, 'an idea, cut to CHARACTERS_MAX'],
  ['infra/local/src/idea/words.ts', String.raw`(\d+(?:\.\d+)?)%`, 'an idea, cut to CHARACTERS_MAX'],
  ['infra/local/src/payments/checkout-page.ts', String.raw`\.?0+$`, 'a number of ours with eight decimals'],
  ['libs/contracts/src/findings.ts', String.raw`\[([^\]]*)\]`, 'our own texts of findings'],
  ['libs/contracts/src/markdown/entities.ts', '([A-Za-z0-9]+) ?([^A-Za-z0-9 ])', 'our own list of entities'],
  ['libs/contracts/src/markdown/fences.ts', '(`{3,}|~{3,})$', 'the last 80 characters of a line'],
  ['libs/contracts/src/markdown/read-inline.ts', String.raw`[ \t]+$`, 'the last 80 characters of a piece'],
  ['services/auth/src/domain/login-name.ts', '^_+|_+$', 'a name that is cut before'],
  [
    'services/auth/src/domain/mailbox.ts',
    String.raw`(?!^)\+.*$`,
    'the address of an account, at most 254 characters',
  ],
  [
    'services/backtest/src/domain/strategy-filename.ts',
    '^_+|_+$',
    'no two underscores are left side by side',
  ],
  ['services/backtest/src/domain/strategy-filename.ts', '_+$', 'a title that is cut before'],
  ['services/trading/src/domain/decimal.ts', '0+$', 'eighteen digits'],
  [
    'services/trading/src/exchange/order-report.ts',
    String.raw`\.?0+$`,
    'an amount of at most AMOUNT_LENGTH_MAX',
  ],
  ['web/src/features/credits/purchase-words.ts', '0+$', 'at most thirty digits, by DECIMAL'],
  [
    'web/src/features/landing/code-window.tsx',
    String.raw`(?<comment>#.*$)|(?<text>"[^"]*")|\b(?<keyword>def|from|import|return)\b|\b(?<number>\d+(?:\.\d+)?|True)\b`,
    'our own example',
  ],
  [
    'web/src/features/results/overview/run-figures.tsx',
    String.raw`[\d,]+\.\d+`,
    'a figure that we have written',
  ],
  ['web/src/lib/csv/csv-filter.ts', String.raw`(\.\d*?)0+$`, 'what its own user types into a filter'],
  ['web/src/lib/format.ts', String.raw`\B(?=(\d{3})+$)`, 'the digits of one number'],
];

const ROOMS = /^(services|gateway|libs|infra|web)\/.*\.(ts|tsx|mjs)$/;
const IN_TESTS = /\.test\.tsx?$|\/fixtures\/|^web\/src\/testing\/|^libs\/testing\//;

type Node = {
  readonly type?: unknown;
  readonly regex?: { readonly pattern: string; readonly flags: string };
};

const expressionsIn = ({ path, text }: { readonly path: string; readonly text: string }): Expression[] => {
  const found: Expression[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, regex } = node as Node;
    if (type === 'Literal' && regex) found.push({ path, source: regex.pattern, flags: regex.flags });
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseSync(path, text).program);
  return found;
};

const expressions = sourceFiles()
  .filter(({ path }) => ROOMS.test(path) && !IN_TESTS.test(path))
  .flatMap(expressionsIn);

/** True if some text makes it take longer than in proportion to its length. */
const isSlow = ({ source, flags }: Pick<Expression, 'source' | 'flags'>): boolean =>
  analyse({ source, flags }).reports.length > 0;

const isLetThrough = ({ path, source }: Expression): boolean =>
  LET_THROUGH.some(([file, text]) => file === path && text === source);

test('expressions that are slow on long texts are found', () => {
  expect(expressions.length).toBeGreaterThan(400);
  const slow = [String.raw`^("""|''')\s*([^\n]*?)\s*(?:\1|\n|$)`, '(a+)+$', String.raw`\s+#.*$`, '<(.*)>'];
  expect(slow.filter((source) => !isSlow({ source, flags: '' }))).toEqual([]);
});

test('every literal is linear, or its texts are short', () => {
  const slow = expressions.filter((each) => isSlow(each) && !isLetThrough(each));
  expect(slow.map(({ path, source }) => `${path}: ${source}`)).toEqual([]);
});

test('each one that is let through is there, and slow', () => {
  const isNeeded = ([path, source]: (typeof LET_THROUGH)[number]) =>
    expressions.some((each) => each.path === path && each.source === source && isSlow(each));
  expect(LET_THROUGH.filter((each) => !isNeeded(each)).map(([path, source]) => `${path}: ${source}`)).toEqual(
    [],
  );
});
