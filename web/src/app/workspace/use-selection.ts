// Which chat and which of its items is selected: it stands in the URL, so every item can be linked to.
import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { type Item, itemKeyOf, itemOfKey } from '../../lib/item-key.ts';

export type Selection = { readonly chatId: string | null; readonly item: Item | null };

/** The selection, and how to change it; `replace` leaves no trace in the history. */
export const useSelection = () => {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const itemKey = search.get('item');
  const chatId = search.get('chat');
  const item = useMemo(() => itemOfKey(itemKey), [itemKey]);
  const select = useCallback(
    (next: Selection, replace = false) => {
      // The user may have left for a page that is still being loaded: what is filled in must not call him back.
      if (replace && window.location.pathname !== pathname) return;
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          after.delete('chat');
          after.delete('item');
          // What was chosen is shown; what was only filled in leaves the view as it is.
          if (!replace) after.delete('view');
          if (next.chatId !== null) after.set('chat', next.chatId);
          if (next.chatId !== null && next.item !== null) after.set('item', itemKeyOf(next.item));
          return after;
        },
        { replace },
      );
    },
    [setSearch, pathname],
  );
  return { chatId, item, select };
};
