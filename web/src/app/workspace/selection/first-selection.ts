// The automatic selection when the workspace is opened.
import type { Chat } from '@tradeium/contracts';
import { type Item, itemKeyOf } from '../../../lib/item-key.ts';

/** The item that is opened in a chat that was selected without one of its items. */
export const FIRST_STRATEGY: Item = { kind: 'strategy', index: 0 };

export const isPublic = ({ settings }: Chat): boolean => !settings.tradeium_private;

/** The chat that is selected automatically. */
export const firstChat = (chats: readonly Chat[]): Chat | undefined => chats.find(isPublic);

/** The chat that an address names; where it names none, the one that is selected automatically. */
export const addressedChat = (search: string, chats: readonly Chat[]): Chat | undefined => {
  const asked = new URLSearchParams(search);
  const id = asked.get('chat');
  if (id !== null) return chats.find((chat) => chat.id === id);
  // An item of no chat is not looked for in another one.
  return asked.has('item') ? undefined : firstChat(chats);
};

/** The query of an address that shows `chat`, with its first strategy where the address names no item. */
export const firstSearch = (search: string, chat: Chat): string => {
  const after = new URLSearchParams(search);
  after.set('chat', chat.id);
  if (!after.has('item') && isPublic(chat) && chat.settings.has_strategy_code)
    after.set('item', itemKeyOf(FIRST_STRATEGY));
  return `?${after}`;
};
