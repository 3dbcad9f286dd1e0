// Markdown of a model is drawn without trusting it.
// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { Markdown } from './markdown.tsx';

const draw = (text: string) =>
  renderWeb(
    <Markdown text={text} isGrowing={false} drawCode={({ code, tag }) => <pre data-tag={tag}>{code}</pre>} />,
  ).container;

test('headings, lists, tables, quotes and code are drawn as such', () => {
  const page = draw(
    '## Plan\n\n3. one\n4. **two** and `x`\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n> quoted\n\n```python\nx = 1\n```',
  );
  expect(screen.getByRole('heading', { name: 'Plan' }).tagName).toBe('H4');
  expect(page.querySelector('ol')?.getAttribute('start')).toBe('3');
  expect(
    within(screen.getByRole('table'))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['1', '2']);
  expect(page.querySelector('blockquote')?.textContent).toBe('quoted');
  expect(page.querySelector('pre')?.dataset.tag).toBe('python');
});

// spec: strategies.54
test('HTML stays text, with no element and no handler made of it', () => {
  const page = draw(
    'a <b onclick="x()">bold</b> <img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\n<iframe src="https://evil.example"></iframe>',
  );
  expect(page.querySelector('b, img, script, iframe')).toBeNull();
  expect(page.textContent).toContain('<img src=x onerror=alert(1)>');
  expect(page.textContent).toContain('<script>alert(1)</script>');
});

test('a link names its host, and gives the page there no hold on this one', () => {
  draw('[docs](https://example.com/a?b=c)');
  const link = screen.getByRole('link', { name: /docs \(example\.com\s*\)/ });
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc');
  expect(link.getAttribute('target')).toBe('_blank');
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', '/app/profile', 'JAVASCRIPT:alert(1)'])(
  'no link leads to %s',
  (href) => {
    const page = draw(`[press](${href})`);
    expect(page.querySelector('a')).toBeNull();
    expect(page.textContent).toContain('press');
  },
);

test('a picture is not loaded: it is a link', () => {
  const page = draw('![chart](https://tracker.example/pixel.png)');
  expect(page.querySelector('img')).toBeNull();
  expect(screen.getByRole('link', { name: /chart \(tracker\.example/ })).toBeDefined();
});

test('a list may begin with 0, and a cell has breaks', () => {
  const page = draw('0. none\n1. one\n\n| a |\n|---|\n| 1<br>2 |');
  expect(page.querySelector('ol')?.getAttribute('start')).toBe('0');
  expect(page.querySelector('td')?.innerHTML).toBe('1<br>2');
});

test.each([
  ['nested quotes', `${'> '.repeat(4_000)}deep`],
  ['nested markers of lists', `${'- '.repeat(3_000)}deep`],
  ['nested emphasis', `${'*a '.repeat(4_000)}deep${' b*'.repeat(4_000)}`],
])('thousands of %s are drawn', (_, text) => {
  expect(draw(text).textContent).toContain('deep');
});

test('beyond its budget a reply is plain text, and says so', () => {
  const page = draw(`Some words.\n\n${'*a_'.repeat(40_000)}`);
  expect(page.textContent).toContain('*a_*a_');
  expect(screen.getByText(/its end is shown as plain text/)).toBeDefined();
});
