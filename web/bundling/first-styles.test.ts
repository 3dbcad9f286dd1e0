// Which styles a document holds, and who may be drawn with no others.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FIRST_MODULES } from './chunk-closure.ts';
import { partFor } from './first-styles.ts';

const used = new Set(['m_aaaaaaaa', 'm_bbbbbbbb']);

test.each([
  ['what concerns no component', 'body{margin:0}', true],
  ['a component that is there', '.m_aaaaaaaa:where([data-x]){color:red}', true],
  ['a component that is not', '.m_cccccccc{color:red}', false],
  ['one within another that is not', '.m_cccccccc .m_aaaaaaaa{color:red}', false],
  ['one of several', '.m_cccccccc,.m_bbbbbbbb{color:red}', true],
  ['one within a condition', '@media (hover:hover){.m_aaaaaaaa{color:red}}', true],
  ['one that is not, with its condition', '@media (hover:hover){.m_cccccccc{color:red}}', false],
  ['the frames of an animation', '@keyframes m_aaaaaaaa{0%{opacity:0}to{opacity:1}}', true],
  ['those of a component that is not there', '@keyframes m_cccccccc{0%{opacity:0}}', false],
])('%s', (_what, css, isKept) => {
  expect(partFor(css, used)).toBe(isKept ? css : '');
});

test('the order of rules stays as it is', () => {
  const css = '.m_bbbbbbbb{color:red}.m_cccccccc{color:red}.m_aaaaaaaa{color:red}';
  expect(partFor(css, used)).toBe('.m_bbbbbbbb{color:red}.m_aaaaaaaa{color:red}');
});

test('all parts that say so are drawn with the first styles', () => {
  const source = new URL('../src/', import.meta.url);
  const marked = globSync('**/*.{ts,tsx}', { cwd: source }).flatMap((file) =>
    [...readFileSync(new URL(file, source), 'utf8').matchAll(/import\('([^']+)'\)[^;]*?isFirst: true/g)].map(
      ([, path = '']) => new URL(path, new URL(file, source)).href.slice(source.href.length),
    ),
  );
  expect(marked.length).toBeGreaterThan(0);
  for (const module of marked) expect(FIRST_MODULES).toContain(module);
});
