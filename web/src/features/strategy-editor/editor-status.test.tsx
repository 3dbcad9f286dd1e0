// The line below the code says what the check found, or that there was none.
// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { EditorStatus } from './editor-status.tsx';

const statusWith = (problems: Parameters<typeof EditorStatus>[0]['problems']) => {
  renderWeb(<EditorStatus problems={problems} cursor={{ current: null }} onShow={vi.fn()} />);
  return screen.getByRole('status').textContent;
};

test('says nothing about code without problems', () => {
  expect(statusWith([])).toBe('');
});

test('says that a check gave no result', () => {
  expect(statusWith(null)).toBe('Not checked: the check did not finish');
});

test('names what keeps the code from running before what only looks wrong', () => {
  const at = { line: 3, column: 1, end_line: 3, end_column: 2 };
  const warning = { ...at, severity: 'warning', message: 'never read' } as const;
  expect(statusWith([warning])).toBe('Warning, line 3: never read');
  const error = { ...at, line: 9, severity: 'error', message: 'invalid syntax' } as const;
  cleanup();
  expect(statusWith([warning, error])).toBe('Line 9: invalid syntax (and 1 more)');
});
