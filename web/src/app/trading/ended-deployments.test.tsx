// Deployments that have ended: out of the way, and readable.
// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { type Answers, refusal, serve } from '../../testing/server.ts';
import { placeOfWidth, someDeployment, tradingAnswers } from '../../testing/trading.ts';
import { TradingPage } from './trading-page.tsx';

// As wide as a phone, so the parts are stacked.
beforeEach(() => placeOfWidth(600));

const open = (more: Answers = {}) => {
  const server = serve(tradingAnswers(more));
  return { server, ...renderWeb(<TradingPage />, { path: '/app/trading' }) };
};
const button = (name: string | RegExp) => screen.findByRole('button', { name });

const region = (name: string) => screen.findByRole('region', { name });

describe('deployments that have ended', () => {
  const ended = {
    ...someDeployment({ id: 'd0', folder_display_name: 'Old one', status: 'ended' }),
    status_reason: 'A newer deployment has taken its place',
    ended_at: '2026-01-02T03:04:05.000Z',
  };
  const answers: Answers = { listEndedDeployments: () => [ended] };

  // spec: trading-page.9
  test('are folded away, and chosen to read what they did', async () => {
    const { server, user } = open({
      ...answers,
      exportActivity: () => refusal(500, null),
    });
    await user.click(await button('Ended (1)'));
    await user.click(await screen.findByRole('menuitem', { name: /Old one/ }));
    const panel = await region('Ended deployment');
    expect(panel.textContent).toContain('A newer deployment has taken its place.');
    expect(within(panel).queryByRole('button', { name: 'Rebalance now' })).toBeNull();
    await waitFor(() => expect(server.lastInput('listActivity')).toMatchObject({ deployment_id: 'd0' }));
    expect(server.lastInput('getPerformanceChart')).toMatchObject({ deploymentId: 'd0' });
    await user.click(within(panel).getByRole('button', { name: 'Export activity' }));
    await waitFor(() =>
      expect(server.lastInput('exportActivity')).toEqual({ id: 'c1', deployment_id: 'd0' }),
    );
    expect(window.location.search).toBe('?ended=d0');
    expect((await region('Current Positions')).textContent).toContain('manages no positions');
  });

  test('are there when no deployment trades', async () => {
    open({ ...answers, listDeployments: () => [] });
    expect(await button('Ended (1)')).toBeDefined();
    expect(await button('Choose a result')).toBeDefined();
  });
});
