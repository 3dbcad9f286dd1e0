// A strategy file as its owner meets it while it is read, when it cannot be, and when it has no code.
// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { refusal, serve } from '../../testing/server.ts';
import { StrategyEditor } from './strategy-editor.tsx';

const editor = (
  <StrategyEditor
    strategy={{
      chatId: 'c1',
      filename: 'strategy_a.py',
      selectedItem: 'strategy-python-0',
      readOnly: false,
      version: 1,
    }}
    failure={null}
    findItem={vi.fn()}
    onSaved={vi.fn()}
    onCancelled={vi.fn()}
  />
);

// spec: strategies.2, strategies.3
test('a file on its way says so; one that cannot be read says why, and is read again', async () => {
  const answer = Promise.withResolvers<Response>();
  const server = serve({ readStrategy: () => answer.promise });
  const { user } = renderWeb(editor);
  const status = await screen.findByRole('status');
  expect(status.textContent).toBe('Loading Strategy File...');
  answer.resolve(refusal(500, 'Out of order'));
  await screen.findByRole('heading', { name: 'Error Loading Strategy File' });
  expect(screen.getByText('Out of order')).toBeDefined();
  server.answer({ readStrategy: () => 'def equal_weight():\n    return 1\n' });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const code = await screen.findByRole('textbox', { name: 'Strategy code' });
  await waitFor(() => expect(code.textContent).toContain('equal_weight'));
  expect(code.getAttribute('aria-readonly')).toBe('true');
});
