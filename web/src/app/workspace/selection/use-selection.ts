// The selected chat and item, kept in the URL with the run of a result, so that every link stays true.
import { useCallback, useMemo } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { pathNow, useAddress, useSearchParams, withSearch } from '../../../lib/address.ts';
import { type Item, itemKeyOf, itemOfKey, runsOfItem } from '../../../lib/item-key.ts';

/** In the address of a chat or an item that the user left for none, so that a reload selects none by itself. */
const NONE = 'none';

export type Selection = { readonly chatId: string | null; readonly item: Item | null };

type How = {
  /** Leaves no trace in the history. */
  readonly replace?: boolean;
  /** The user left for nothing. */
  readonly isLeft?: boolean;
};

/** The selection, and how to change it. */
export const useSelection = () => {
  const search = useSearchParams();
  const { pathname } = useAddress();
  const itemKey = search.get('item');
  const chat = search.get('chat');
  const chatId = chat === NONE ? null : chat;
  const run = search.get('run');
  const item = useMemo(() => itemOfKey(itemKey, run), [itemKey, run]);
  const select = useCallback(
    (next: Selection, { replace = false, isLeft = false }: How = {}) => {
      // The user may have left for a page that is still loading: a default must not bring the old one back.
      if (replace && pathNow() !== pathname) return;
      const after = new URLSearchParams(search);
      after.delete('chat');
      after.delete('item');
      after.delete('run');
      // An explicit choice is shown; a default leaves the view unchanged.
      if (!replace) after.delete('view');
      if (next.chatId !== null) after.set('chat', next.chatId);
      if (isLeft) after.set(next.chatId === null ? 'chat' : 'item', NONE);
      if (next.chatId !== null && next.item !== null) {
        after.set('item', itemKeyOf(next.item));
        const runs = runsOfItem(next.item);
        if (runs !== null) after.set('run', runs);
      }
      navigate(withSearch(pathname, after), { replace });
    },
    [search, pathname],
  );
  return {
    chatId,
    item,
    /** The address names an item, which may not exist. */
    asksForItem: itemKey !== null && itemKey !== NONE,
    /** The user left the chat, or its item, for none. */
    hasLeftChat: chat === NONE,
    hasLeftItem: itemKey === NONE,
    select,
  };
};
