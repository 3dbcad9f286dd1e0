// Users read of operators' actions on their account.
// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { takeUpdate } from '../../core/refetch.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import { refusal, serve } from '../../testing/server.ts';
import { OperatorActions } from './operator-actions.tsx';

const granted = {
  ...{ id: 'a1', at: '2026-03-02T09:30:00.000Z', text: 'Granted 500 VUT', reason: 'A lost run' },
  state: 'completed' as const,
};

// spec: admin.41
test('nothing was done, until an operator does something', async () => {
  const server = serve({ listOperatorActions: () => [] });
  const { store } = renderWeb(<OperatorActions />);
  expect(await screen.findByText('No operator has done anything to your account.')).toBeDefined();
  server.answer({ listOperatorActions: () => [granted, { ...granted, id: 'a2', state: 'refused' }] });
  act(() => store.dispatch(takeUpdate({ topic: 'operators', backtest_id: null })));
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toMatch(/^Granted 500 VUTDoneReason: A lost run/);
  expect(second?.textContent).toContain('Not done');
});

test('a list that cannot be loaded says why', async () => {
  serve({ listOperatorActions: () => refusal(503, 'Not now') });
  renderWeb(<OperatorActions />);
  expect(await screen.findByText(/Failed to load what operators did: Not now/)).toBeDefined();
});
