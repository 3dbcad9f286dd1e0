// The workspace opens with the selection that its address names, else with the first chat and its strategy.
import type { Chat } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { addressedChat, firstSearch } from './first-selection.ts';

const chat = (id: string, settings: Partial<Chat['settings']> = {}): Chat => ({
  id,
  local_id: 1,
  name: id,
  strategy_type: null,
  status: 'active',
  created_at: '2025-01-01T00:00:00.000Z',
  gpt5_conversation_id: 'c',
  settings: { strategy_code: null, tradeium_private: false, has_strategy_code: true, ...settings },
});

const trendBot = chat('bot', { tradeium_private: true });
const chats = [trendBot, chat('one'), chat('two')];

test.each([
  ['', 'one'],
  ['?chat=two', 'two'],
  ['?chat=bot&item=strategy-private-trendbot', 'bot'],
  ['?chat=gone', undefined],
  ['?item=backtest-folder-0', undefined],
  ['?chat=none', undefined],
])('%j shows the chat %s', (search, id) => expect(addressedChat(search, chats)?.id).toBe(id));

test('a private chat shows only when it is opened on purpose', () => {
  expect(addressedChat('', [trendBot])).toBeUndefined();
});

test.each([
  ['', chat('one'), '?chat=one&item=strategy-python-0'],
  ['?chat=one', chat('one', { has_strategy_code: false }), '?chat=one'],
  ['?chat=one&item=backtest-folder-2', chat('one'), '?chat=one&item=backtest-folder-2'],
  ['?view=strategy', chat('one'), '?view=strategy&chat=one&item=strategy-python-0'],
  ['?chat=bot', trendBot, '?chat=bot'],
  ['?chat=one&item=none', chat('one'), '?chat=one&item=none'],
])('%j is filled in', (search, shown, filled) => expect(firstSearch(search, shown)).toBe(filled));
