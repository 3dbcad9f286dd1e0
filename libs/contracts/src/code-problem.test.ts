// A problem of code is named with its line.
import { expect, test } from 'vitest';
import { problemLine } from './code-problem.ts';

test('a problem is reported with its line, and a warning as one', () => {
  const at = { line: 3, column: 1, end_line: 3, end_column: 2, message: 'invalid syntax' };
  expect(problemLine({ ...at, severity: 'error' })).toBe('Line 3: invalid syntax');
  expect(problemLine({ ...at, severity: 'warning' })).toBe('Warning, line 3: invalid syntax');
});
