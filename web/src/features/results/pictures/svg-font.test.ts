// A picture brings the face of the page along.
import { expect, test } from 'vitest';
import { withFont } from './svg-font.ts';

test('an SVG has the face once, before what is drawn', () => {
  const face = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251).buffer;
  const drawn = withFont('<svg class="main" width="9"><svg x="1"></svg></svg>', face);
  const encoded = Buffer.from(face).toString('base64');
  expect(drawn).toMatch(/^<svg class="main" width="9"><style>@font-face\{font-family:'Inter Variable';/);
  expect(drawn.split(encoded)).toHaveLength(2);
  expect(drawn).toMatch(/<\/style><svg x="1"><\/svg><\/svg>$/);
});
