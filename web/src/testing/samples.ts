// The answers of the component tests' server: a user, chats, and their files.
import type { Chat, ChatResult, ResultFacts, SessionFile, User } from '@tradeium/contracts';

const CREATED = '2026-01-02T03:04:05.000Z';

export const someUser: User = {
  id: 'u1',
  email: 'ada@example.com',
  username: 'ada',
  email_verified: true,
  created_at: CREATED,
};

export const someChat = (id: string, name: string): Chat => ({
  id,
  local_id: 1,
  name,
  strategy_type: null,
  status: 'active',
  gpt5_conversation_id: `conversation-${id}`,
  created_at: CREATED,
  settings: { strategy_code: null, has_strategy_code: true, tradeium_private: false },
});

export const someStrategy = (name: string): SessionFile => ({
  filename: `strategy_${name}.py`,
  created_at: 1_700_000_000,
  type: 'strategy',
  display_name: name,
  run_id: null,
  version: 1,
  result: null,
});

const SOME_FACTS: ResultFacts = {
  strategy: 'momentum',
  portfolio: ['USDT', 'BTC', 'ETH'],
  timeframe: '24h',
  fees: 0.001,
  start_date: '2024-01-01',
  end_date: '2024-12-31',
  starting_capital: 10_000,
  slippage: 0,
  drift_band_percent: 0,
  rebalance_every: 'bar',
  parameters: {},
  cagr: null,
  benchmark_return: null,
  total_return: 0.25,
  max_drawdown: -0.1,
  sharpe_ratio: 1.5,
  critical_findings: 0,
};

export const someFolder = (
  run_id: string,
  name = `backtest_${run_id}`,
  facts: Partial<ResultFacts> = {},
): SessionFile => ({
  filename: name,
  created_at: 1_700_000_000,
  type: 'backtest_folder',
  display_name: name,
  run_id,
  version: null,
  result: { ...SOME_FACTS, ...facts },
});

export const someResult = (
  run_id: string,
  name: string,
  backtest_id = 'c1',
  backtest_name = 'Momentum',
  facts: Partial<ResultFacts> = {},
): ChatResult => ({ backtest_id, backtest_name, file: someFolder(run_id, name, facts) });
