// The selected chat and item, kept in the URL with the run of a result, so that every link stays true.
import { useCallback, useMemo } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useAddress, useSearchParams, withSearch } from '../../../lib/address.ts';
import { type Item, itemKeyOf, itemOfKey, runsOfItem } from '../../../lib/item-key.ts';

export type Selection = { readonly chatId: string | null; readonly item: Item | null };

/** The selection, and how to change it; `replace` leaves no trace in the history. */
export const useSelection = () => {
  const search = useSearchParams();
  const { pathname } = useAddress();
  const itemKey = search.get('item');
  const chatId = search.get('chat');
  const run = search.get('run');
  const item = useMemo(() => itemOfKey(itemKey, run), [itemKey, run]);
  const select = useCallback(
    (next: Selection, replace = false) => {
      // The user may have left for a page that is still loading: a default must not bring the old one back.
      if (replace && window.location.pathname !== pathname) return;
      const after = new URLSearchParams(search);
      after.delete('chat');
      after.delete('item');
      after.delete('run');
      // An explicit choice is shown; a default leaves the view unchanged.
      if (!replace) after.delete('view');
      if (next.chatId !== null) after.set('chat', next.chatId);
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
    /** The address asks for an item, be it one that there cannot be. */
    asksForItem: itemKey !== null,
    select,
  };
};
