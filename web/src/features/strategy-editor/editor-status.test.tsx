// The line below the code says what the check found, or that there was none.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
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
