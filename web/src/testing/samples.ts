// What the server of component tests answers with: a user, chats, and their files.
import type { Chat, SessionFile, User } from '@tradeium/contracts';

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
});
