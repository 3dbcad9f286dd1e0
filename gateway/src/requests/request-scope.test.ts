// Which client request ids are accepted.
import { expect, test } from 'vitest';
import { requestIdOf } from './request-scope.ts';

test.each(['a', 'request-7_B', 'x'.repeat(100)])('%s is kept', (header) => {
  expect(requestIdOf(header)).toBe(header);
});

test.each([[undefined], [''], ['a b'], ['a\nb'], ['x'.repeat(101)], [['a', 'b']]])(
  '%j is replaced',
  (header) => {
    expect(requestIdOf(header)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  },
);
