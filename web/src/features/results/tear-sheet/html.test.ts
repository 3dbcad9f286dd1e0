// Texts cannot become markup, wherever they stand.
import { expect, test } from 'vitest';
import { html } from './html.ts';

const HOSTILE = `"><script>alert('1')</script>&amp;`;

test('a text is escaped in text and in attributes', () => {
  const { markup } = html`<p title="${HOSTILE}">${HOSTILE}</p>`;
  expect(markup).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;</p>',
  );
});

test('pieces stand as they are, numbers as they are written, and nothing for nothing', () => {
  const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
  expect(html`<ul>${items}</ul>${1.5}${null}${html`<hr>`}`.markup).toBe(
    '<ul><li>a</li><li>&lt;b&gt;</li></ul>1.5<hr>',
  );
});
