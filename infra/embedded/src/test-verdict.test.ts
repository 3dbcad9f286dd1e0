// A test that passes only at its second try fails a strict run, and is a line of any other.
import { expect, test } from 'vitest';
import { verdictOf } from './test-verdict.ts';

const UNSTABLE = 'UNSTABLE: some of the unit tests passed only at the second try.';
const PASSED = 'All tests passed.';

test.each([
  [['unit'], undefined, 0, [UNSTABLE, PASSED]],
  [['unit'], '1', 1, [UNSTABLE, 'Not all tests passed at the first try, as STRICT=1 demands.']],
  [[], '1', 0, [PASSED]],
] as const)('with %j unstable and STRICT=%s the run ends with %d', (unstable, STRICT, exitCode, lines) => {
  expect(verdictOf(unstable, { STRICT })).toEqual({ lines, exitCode });
});
