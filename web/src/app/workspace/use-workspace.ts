// What the workspace shows: the chats, the selected one with its files, and the selected item resolved to them.
import type { SessionFile } from '@tradeium/contracts';
import { useEffect, useRef, useState } from 'react';
import {
  useGetFirstChatMutation,
  useListChatsQuery,
  useListFilesQuery,
} from '../../features/backtest-chats/api.ts';
import { chatOpened } from '../../features/backtest-chats/tree-slice.ts';
import type { Item } from '../../lib/item-key.ts';
import { useAppDispatch } from '../store.ts';
import { useSelection } from './use-selection.ts';

const ofType = (files: readonly SessionFile[] | undefined, type: SessionFile['type']): SessionFile[] =>
  files?.filter((file) => file.type === type) ?? [];

/** Makes the first chat of a new user; true when that failed and a name has to be asked for. */
const useFirstChat = (isMissing: boolean): boolean => {
  const [makeFirstChat, { isError }] = useGetFirstChatMutation();
  const asked = useRef(false);
  useEffect(() => {
    if (!isMissing || asked.current) return;
    asked.current = true;
    void makeFirstChat();
  }, [isMissing, makeFirstChat]);
  return isMissing && isError;
};

/** The state of the page, and how the selection changes. */
export const useWorkspace = () => {
  const dispatch = useAppDispatch();
  const { chatId, item, itemKey, select } = useSelection();
  const [isDeselected, setDeselected] = useState(false);
  const { data: chats, error } = useListChatsQuery();
  const chat = chats?.find(({ id }) => id === chatId);
  const { data: listing } = useListFilesQuery({ id: chat?.id ?? '' }, { skip: chat === undefined });
  const files = chat === undefined ? undefined : listing?.files;
  const askForName = useFirstChat(chats?.length === 0);

  // The first chat is selected unless the user let go of it; a chat that is gone counts as none.
  const firstId = chats?.[0]?.id;
  useEffect(() => {
    if (firstId !== undefined && chat === undefined && !(isDeselected && chatId === null))
      select({ chatId: firstId, item: null }, true);
  }, [firstId, chat, chatId, isDeselected, select]);
  const selectedId = chat?.id;
  useEffect(() => {
    if (selectedId !== undefined) dispatch(chatOpened(selectedId));
  }, [selectedId, dispatch]);

  return {
    chats,
    error,
    askForName,
    /** The user let go of every chat. */
    isDeselected: isDeselected && chatId === null,
    chat,
    item,
    itemKey,
    strategies: ofType(files, 'strategy'),
    folders: ofType(files, 'backtest_folder'),
    filesLoaded: files !== undefined,
    select: (nextChatId: string | null, nextItem: Item | null) => {
      setDeselected(nextChatId === null);
      select({ chatId: nextChatId, item: nextItem });
    },
  };
};

export type Workspace = ReturnType<typeof useWorkspace>;
