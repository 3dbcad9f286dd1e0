// The page of a link: what anybody sees, and what a link that is gone shows.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { SharedResult } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { refusal, serve } from '../../../testing/server.ts';
import { SharedPage } from './shared-page.tsx';

const HOSTILE = '<script>alert(1)</script>';
const RESULT: SharedResult = {
  strategy: HOSTILE,
  made_at: '2026-01-02T03:04:05.000Z',
  expires_at: '2026-02-01T03:04:05.000Z',
  settings: {
    strategy: `strategy_${HOSTILE}.py`,
    portfolio: ['USDT', 'BTC'],
    timeframe: '24h',
    fees: 0.001,
    start_date: '2024-01-01',
    end_date: '2024-03-31',
    parameters: { lookback: 30, mode: HOSTILE },
  },
  statistics: {
    total_return: 0.25,
    sharpe_ratio: 1.5,
    findings: [{ code: 'LOOK_AHEAD_CUT', severity: 'critical', data: {} }],
    monthly_returns: [{ year: 2024, months: [0.1, 0.05, 0.08], total: 0.25 }],
    curves: {},
  },
  code: null,
};
const GONE = 'This link shows nothing: it has expired, was revoked, or never existed';

const open = (answer: SharedResult | Response, path = '/shared#the-token') => {
  const server = serve({ readSharedResult: () => answer });
  return { server, ...renderWeb(<SharedPage />, { path }) };
};

test('a link shows figures, months, findings and settings, and asks for no session', async () => {
  const { server, container } = open(RESULT);
  await screen.findByRole('heading', { level: 1, name: HOSTILE });
  expect(server.asked).toEqual(['readSharedResult']);
  expect(server.lastInput('readSharedResult')).toEqual({ token: 'the-token' });
  expect(screen.getAllByText('+25.00 %')).not.toHaveLength(0);
  expect(screen.getByRole('table', { name: 'Returns by month, in percent' })).toBeTruthy();
  expect(screen.getByText(/^No, do not trust it/)).toBeTruthy();
  expect(screen.getAllByText(`lookback 30, mode ${HOSTILE}`)).toHaveLength(2);
  expect(screen.queryByRole('heading', { name: 'Strategy' })).toBeNull();
  expect(container.querySelector('script')).toBeNull();
});

test('the code is shown where its user wants that', async () => {
  open({ ...RESULT, code: 'def strategy(candles, settings):\n    return 42\n' });
  await screen.findByRole('heading', { name: 'Strategy' });
  expect(screen.getByRole('button', { name: 'Copy the code' })).toBeTruthy();
});

test.each([
  ['is gone', () => refusal(404, GONE, 'SHARED_RESULT_NOT_FOUND'), '/shared#the-token'],
  ['has no token', () => refusal(404, GONE, 'SHARED_RESULT_NOT_FOUND'), '/shared'],
])('a link that %s shows nothing', async (_, answer, path) => {
  open(answer(), path);
  await screen.findByRole('heading', { level: 1, name: 'This link shows nothing' });
});

test('a failure is another thing, and can be tried again', async () => {
  const { server, user } = open(refusal(503, 'Away'));
  await screen.findByText(/^The result could not be loaded: Away/);
  server.answer({ readSharedResult: () => RESULT });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { level: 1, name: HOSTILE });
});
