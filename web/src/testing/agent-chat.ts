// The conversation of a chat in tests: what its server answers, and how a user writes to it.
import { screen } from '@testing-library/react';
import type { ChatEvent, ConversationMessage, RouteOutput, TradingSettings } from '@tradeium/contracts';
import { type Answers, serve } from './server.ts';

const PRICE = { input: 1_250, cached: 125, output: 10_000, context_tokens: 50_000, max_output_tokens: 4_000 };
export const SETTINGS: TradingSettings = {
  portfolio: ['USDT', 'BTC'],
  timeframe: '24h',
  fees: 0.001,
  start_date: '2024-01-01',
  end_date: '2024-12-31',
};
export const CODE = 'def strategy(candles, settings):\n    return candles.close * 0';
export const REPLY = `Here it is.\n\n\`\`\`python\n${CODE}\n\`\`\``;

export const history = (
  messages: ConversationMessage[] = [],
  more: Partial<RouteOutput<'getConversationHistory'>> = {},
): RouteOutput<'getConversationHistory'> => ({
  messages,
  pricing: { strategy: PRICE, discovery: PRICE },
  demo: false,
  limits: { per_reply_vut: null, per_day_vut: null, spent_today_vut: 0 },
  ...more,
});

export const said = (
  id: string,
  role: 'user' | 'assistant',
  content: string,
  more: Partial<ConversationMessage> = {},
): ConversationMessage => ({
  id,
  role,
  content,
  timestamp: '2026-01-02T03:04:05.000Z',
  agent_type: 'strategy',
  status: 'completed',
  ...more,
});

export const STARTED: ChatEvent = { type: 'started', reply_id: 'r9', message_id: 'm9', at_most_vut: 1.2 };
export const complete = (status: 'completed' | 'stopped' = 'completed'): ChatEvent => ({
  type: 'complete',
  reply_id: 'r9',
  status,
});

/** A server with an empty conversation, unless `answers` say otherwise. */
export const chatServer = (answers: Answers = {}) =>
  serve({ getConversationHistory: () => history(), ...answers });

export const input = () => screen.findByRole('textbox', { name: /^Message to the/ });
export const button = (name: string | RegExp) => screen.findByRole('button', { name });
