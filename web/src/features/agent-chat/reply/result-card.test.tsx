// A result's card claims no more than its tool has shown.
// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import type { ReplyResult } from '@tradeium/contracts';
import { expect, test, vi } from 'vitest';
import { SETTINGS } from '../../../testing/agent-chat.ts';
import { renderWeb } from '../../../testing/render-web.tsx';
import { serve } from '../../../testing/server.ts';
import { type ChatResults, ChatResultsContext } from './keep-result.tsx';
import { ChatPortfolioContext } from './portfolio-offer.tsx';
import { ResultCard } from './result-card.tsx';

const someResult = (more: Partial<ReplyResult>): ReplyResult => ({
  id: 'b1',
  figures: {
    total_return: -0.5,
    benchmark_return: null,
    sharpe: null,
    max_drawdown: -0.6,
    turnover: 3,
    bars: 1,
    coins: 1,
    from: '2024-01-01',
    to: '2024-01-02',
  },
  curve: [1, 0.5],
  findings: [],
  look_ahead_dates: 40,
  ...more,
});

const card = (more: Partial<ReplyResult>, name: string | null = null) => {
  renderWeb(<ResultCard result={someResult(more)} name={name} />);
  return screen.getByRole('region', { name: 'Backtest result' }).textContent;
};

test('what ran and was tested for look-ahead is verified', () => {
  expect(card({})).toContain(
    'Verified: ran on 1 bar of 1 coin, 1 Jan 2024 – 2 Jan 2024; no look-ahead at 40 dates.',
  );
});

test.each([
  ['was not tested', { look_ahead_dates: 0 }],
  ['was found', { look_ahead_dates: 0, findings: [{ severity: 'critical', title: 'Look-ahead' }] }],
])('where look-ahead %s, nothing is called verified', (_case, more) => {
  expect(card(more)).toContain('Not verified: ran on 1 bar');
});

test('a return stands next to that of holding, which is named, also where the settings are not known', () => {
  const { figures } = someResult({});
  const held = { total_return: 0.09, benchmark_return: 0.982 };
  expect(card({ figures: { ...figures, ...held } })).toContain('+9.00\u202F%, holding BTC +98.20\u202F%');
  cleanup();
  expect(card({ figures: { ...figures, ...held, coins: 4 } })).toContain('holding all coins equally +98.20');
  cleanup();
  expect(card({})).not.toContain('holding');
});

test('what the code leaves out stands next to what was verified', () => {
  renderWeb(<ResultCard result={someResult({})} name={null} leftOut="“pyramid into winners”." />);
  const text = screen.getByRole('region', { name: 'Backtest result' }).textContent;
  expect(text).toMatch(/no look-ahead at 40 dates\.Left out: “pyramid into winners”\./);
});

test('what ran on one coin says how to add more, and leads there', async () => {
  const openSettings = vi.fn();
  const { user } = renderWeb(
    <ChatPortfolioContext value={{ portfolio: ['USDT', 'BTC'], use: () => undefined, openSettings }}>
      <ResultCard result={someResult({})} name={null} />
    </ChatPortfolioContext>,
  );
  expect(screen.getByText(/^It ran on 1 coin\. If it is to choose among several, add them/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Open Backtest Settings' }));
  expect(openSettings).toHaveBeenCalledOnce();
});

test('a backtest whose code the reply does not hold says why it cannot be kept', () => {
  renderWeb(<ResultCard result={someResult({})} name={null} endedReply="r9" />);
  expect(
    screen.getByText(/cannot be kept from here, because the reply does not contain all of its code/),
  ).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Keep as result' })).toBeNull();
});

test('what ran on several coins does not ask for more', () => {
  const { figures } = someResult({});
  expect(card({ figures: { ...figures, coins: 2 } })).not.toContain('It ran on 1 coin');
});

test('warnings stand in the card, passed checks do not', () => {
  const findings = [
    { severity: 'warning', title: 'Few trades' },
    { severity: 'passed', title: 'Fees are paid' },
  ];
  const text = card({ findings }, 'Backtest 2 of 2');
  expect(text).toContain('Warning: Few trades');
  expect(text).not.toContain('Fees are paid');
  expect(text).toContain('Backtest 2 of 2');
});

const cardInChat = (results: Partial<ChatResults>, more: Partial<ReplyResult> = {}) => {
  const opened = vi.fn();
  const chat = { conversationId: 'k1', kept: [], underWay: [], open: opened, ...results };
  const result = someResult({ settings: SETTINGS, ...more });
  const web = renderWeb(
    <ChatResultsContext value={chat}>
      <ResultCard result={result} name={null} endedReply="r1" />
    </ChatResultsContext>,
  );
  return { ...web, opened };
};

test('it names the coins that it ran on, whatever the portfolio is', () => {
  const settings = { ...SETTINGS, portfolio: ['USDT', 'BTC', 'TRX', 'XLM'] };
  expect(card({ settings })).toContain('Coins: BTC, TRX, XLM');
});

// spec: strategies.50
test('a press keeps what ran as a result, for nothing more than was paid', async () => {
  const server = serve({ keepResult: () => ({ run_id: 'b1', strategy_filename: 'strategy_idea.py' }) });
  const { user } = cardInChat({});
  expect(screen.getByText('Keeping it is free: this reply has already paid for the backtest.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Keep as result' }));
  expect(server.lastInput('keepResult')).toEqual({ id: 'k1', reply_id: 'r1', result_id: 'b1' });
});

test('what is being kept cannot be kept twice; what was kept leads to its newest folder', async () => {
  cardInChat({ underWay: ['b1'] });
  expect(screen.getByRole('button', { name: 'Keep as result' }).hasAttribute('disabled')).toBe(true);
  const { user, opened } = cardInChat({ kept: ['other', 'b1', 'b1-2'] });
  await user.click(screen.getByRole('button', { name: 'Open result' }));
  expect(opened).toHaveBeenCalledWith('b1-2');
});

test('a result whose code is not whole, and one of a reply that is being written, are not kept', () => {
  const { settings: _, ...result } = someResult({});
  renderWeb(
    <ChatResultsContext value={{ conversationId: 'k1', kept: [], underWay: [], open: () => undefined }}>
      <ResultCard result={result} name={null} endedReply="r1" />
      <ResultCard result={someResult({ settings: SETTINGS })} name={null} />
    </ChatResultsContext>,
  );
  expect(screen.queryByRole('button', { name: 'Keep as result' })).toBeNull();
});
