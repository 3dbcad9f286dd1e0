// The line of trials: a verdict from the file, how many there are by now from the server, and nothing where none were counted.
// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { refusal, serve } from '../../../testing/server.ts';
import { TrialsLine } from './trials-line.tsx';

const shown = (statistics: Record<string, unknown>) =>
  renderWeb(<TrialsLine chatId="c1" folderName="x" statistics={statistics} />);

test('many trials are flagged, with those of the chat and of all chats by now', async () => {
  serve({ readTrials: () => ({ chat: 40, account_over_range: 52 }) });
  shown({ trials: 37, deflated_sharpe_ratio: 0.62 });
  expect(screen.getByText('Could be the luck of many trials')).toBeTruthy();
  expect(screen.getByText(/^After 37 trials in this chat, .* 62\.00\s%\. That is less than/)).toBeTruthy();
  expect(
    await screen.findByText(
      'By now this chat has 40 trials, and all your chats together have 52 trials over this range.',
    ),
  ).toBeTruthy();
});

test('without an answer only the counts by now are missing', async () => {
  const server = serve({ readTrials: () => refusal(503, 'Not now') });
  shown({ trials: 1, deflated_sharpe_ratio: 0.97 });
  await waitFor(() => expect(server.asked).toContain('readTrials'));
  expect(
    screen.getByText(/^After 1 trial in this chat, .* more than luck with .* 97\.00\s%\.$/),
  ).toBeTruthy();
  expect(screen.queryByText(/By now/)).toBeNull();
});

test('a result without counted trials has no line, one without a ratio no verdict', () => {
  serve({ readTrials: () => ({ chat: 2, account_over_range: 2 }) });
  shown({ sharpe_ratio: 1 });
  expect(screen.queryByRole('alert')).toBeNull();
  shown({ trials: 2, deflated_sharpe_ratio: null });
  expect(screen.getByText(/nothing can be said about luck/)).toBeTruthy();
});
