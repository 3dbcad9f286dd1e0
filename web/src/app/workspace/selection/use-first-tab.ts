// The tab of the simple layout on which a chat opens: without a strategy, the one where its agents make one.
import { useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useAddress, useSearchParams, withSearch } from '../../../lib/address.ts';
import { isPublic } from './first-selection.ts';
import type { Workspace } from './use-workspace.ts';

type Opened = Pick<Workspace, 'chat' | 'filesLoaded' | 'strategies' | 'folders'>;

/** Once for each chat, so that the other tab can be chosen. */
export const useFirstTab = ({ chat, filesLoaded, strategies, folders }: Opened, isSimple: boolean) => {
  const search = useSearchParams();
  const { pathname } = useAddress();
  const [openedFor, setOpenedFor] = useState<string | null>(null);
  const isEmpty = strategies.length + folders.length === 0;
  useEffect(() => {
    if (!isSimple || !chat || !filesLoaded || openedFor === chat.id) return;
    setOpenedFor(chat.id);
    if (!isEmpty || !isPublic(chat) || search.has('item') || search.has('view')) return;
    const after = new URLSearchParams(search);
    after.set('view', 'strategy');
    navigate(withSearch(pathname, after), { replace: true });
  }, [isSimple, chat, filesLoaded, isEmpty, openedFor, search, pathname]);
};
