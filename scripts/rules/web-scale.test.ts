// The screen is written in one hand: numbers and days by one file, text in five sizes and three weights.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'web'], {
  encoding: 'utf8',
});
const files = [...new Set(listed.split('\n'))]
  .filter((path) => /\.(tsx?|css|html)$/.test(path) && !/\.test\.tsx?$/.test(path))
  .flatMap((path) => {
    try {
      return [{ path, text: readFileSync(path, 'utf8') }];
    } catch {
      // Deleted, but still tracked.
      return [];
    }
  });
const scripts = files.filter(({ path }) => /^web\/src\/.*\.tsx?$/.test(path));
const styles = files.filter(({ path }) => /\.(css|html)$/.test(path));

/** The matches in the files' text, each as `file: text`. */
const found = (among: typeof files, pattern: RegExp, allowed: (match: string) => boolean = () => false) =>
  among.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)]
      .map(([match, value = match]) => ({ match, value: value.trim() }))
      .filter(({ value }) => !allowed(value))
      .map(({ match }) => `${path}: ${match.trim()}`),
  );

describe('numbers and days', () => {
  const WRITERS = /\.(?:toFixed|toPrecision|toExponential|toLocale\w*String)\(|\bIntl\.\w+/g;
  const PLACE = 'web/src/lib/format.ts';

  // spec: results.68
  test('are written by one file', () => {
    expect(
      found(
        scripts.filter(({ path }) => path !== PLACE),
        WRITERS,
      ),
    ).toEqual([]);
    expect(found(scripts, WRITERS)).not.toEqual([]);
  });

  test('have their percent sign from there, where they are computed', () => {
    // Lengths of a style are not figures that are read, and what a run is called in the tab's title is fixed.
    const lengths = [
      'date-range-slider.tsx',
      'panes-layout.tsx',
      'list-pane.tsx',
      'code-skeleton.tsx',
      'run-notice.ts',
      'theme.ts',
    ];
    const readers = scripts.filter(
      ({ path }) => path !== PLACE && !lengths.some((name) => path.endsWith(name)),
    );
    expect(found(readers, /\}\s?%/g)).toEqual(['web/src/features/backtest-settings/fees-field.tsx: }%']);
  });
});

describe('text', () => {
  const theme = readFileSync('web/src/ui/theme.ts', 'utf8');
  const SIZE = /^var\(--mantine-font-size-(xs|sm|md|lg|xl)\)$/;
  const WEIGHT = /^["']?var\(--weight-(regular|medium|strong)\)["']?$/;

  test('has five sizes and three weights', () => {
    const sizes = /fontSizes: \{([^}]*)\}/.exec(theme)?.[1] ?? '';
    expect([...sizes.matchAll(/(\w+): '/g)].map(([, name]) => name)).toEqual(['xs', 'sm', 'md', 'lg', 'xl']);
    expect([...theme.matchAll(/'--weight-(\w+)'/g)].map(([, name]) => name)).toEqual([
      ...['regular', 'medium', 'strong'],
    ]);
  });

  // spec: results.69
  test('has no other size', () => {
    const isAllowed = (value: string) => SIZE.test(value) || value === 'inherit' || value === '0';
    const isFace = (value: string) => value === 'inherit' || SIZE.test(value.split('/')[0] ?? '');
    // The root of the landing page, which all of its lengths follow.
    expect(found(styles, /(?<![\w-])font-size:([^;}]+)/g, isAllowed)).toEqual([
      'web/src/features/landing/landing.css: font-size: clamp(100%, 64% + 0.4vw, 162.5%)',
    ]);
    expect(found(styles, /(?<![\w-])font:([^;}]+)/g, isFace)).toEqual([]);
    // The editor's size is its user's choice.
    const own = scripts.filter(({ path }) => !path.endsWith('/ui/code/code-editor.tsx'));
    expect(found(own, /\bfontSize: ([^,\n}]+)/g, (value) => SIZE.test(value.replaceAll("'", '')))).toEqual(
      [],
    );
    expect(found(own, /\bfz="([^"]+)"/g, (value) => /^(xs|sm|md|lg|xl)$/.test(value))).toEqual([]);
    expect(found(own, /\bfz=\{\d[^}]*\}/g)).toEqual([]);
  });

  test('has no other weight', () => {
    const isAllowed = (value: string) => WEIGHT.test(value) || value === 'inherit';
    // The variable type face has these weights.
    expect(found(styles, /(?<![\w-])font-weight:([^;}]+)/g, isAllowed)).toEqual([
      'web/src/features/landing/landing.css: font-weight: 100 900',
    ]);
    expect(found(scripts, /\bfontWeight: ([^,\n}]+)/g, isAllowed)).toEqual([]);
    expect(found(scripts, /\bfw=(\{[^}]*\}|"[^"]*")/g, isAllowed)).toEqual([]);
  });
});
