// What a model may write, drawn without trusting it.
// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { Markdown } from './markdown.tsx';
import { spoken } from './plain-text.ts';

const draw = (text: string) =>
  renderWeb(
    <Markdown
      text={text}
      isGrowing={false}
      drawCode={({ code, language }) => <pre data-language={language}>{code}</pre>}
    />,
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
  expect(page.querySelector('pre')?.dataset.language).toBe('python');
});

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

test('entities are read as the characters that they mean', () => {
  draw('a &lt; b &amp;&amp; c');
  expect(screen.getByText('a < b && c')).toBeDefined();
});

test('a screen reader hears that there is code, and no signs of Markdown', () => {
  expect(spoken('**Done**: see `x`.\n\n```python\nx = 1\n```\n\nNext.')).toBe('Done: see x. Code. Next.');
});
