// What the workspace selects by itself when it is opened.
import type { Chat } from '@tradeium/contracts';
import { itemKeyOf } from '../../lib/item-key.ts';

/** The chat that an address names; where it names none, the first that is not private. */
export const addressedChat = (search: string, chats: readonly Chat[]): Chat | undefined => {
  const id = new URLSearchParams(search).get('chat');
  return id === null
    ? chats.find(({ settings }) => !settings.tradeium_private)
    : chats.find((chat) => chat.id === id);
};

/** The query of an address that shows `chat`, with its first strategy where the address names no item. */
export const firstSearch = (search: string, chat: Chat): string => {
  const after = new URLSearchParams(search);
  after.set('chat', chat.id);
  const { tradeium_private: isPrivate, has_strategy_code: hasStrategy } = chat.settings;
  if (!after.has('item') && !isPrivate && hasStrategy)
    after.set('item', itemKeyOf({ kind: 'strategy', index: 0 }));
  return `?${after}`;
};
