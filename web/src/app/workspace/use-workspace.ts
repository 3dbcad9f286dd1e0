// What the workspace shows: the chats, the selected one with its files, and the selected item resolved to them.
import type { Chat, SessionFile } from '@tradeium/contracts';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  useGetFirstChatMutation,
  useListChatsQuery,
  useListFilesQuery,
} from '../../features/backtest-chats/api.ts';
import { chatOpened } from '../../features/backtest-chats/tree-slice.ts';
import type { Item } from '../../lib/item-key.ts';
import { useAppDispatch } from '../store.ts';
import { useSelection } from './use-selection.ts';

const isPublic = ({ settings }: Chat): boolean => !settings.tradeium_private;
const isPrivate = (chat: Chat): boolean => !isPublic(chat);

const ofType = (files: readonly SessionFile[] | undefined, type: SessionFile['type']): SessionFile[] =>
  files?.filter((file) => file.type === type) ?? [];

/** Asks for the chats that every user has, his first one and the private one; true when that failed. */
const useFirstChat = (isMissing: boolean): boolean => {
  const [makeFirstChat, { isError }] = useGetFirstChatMutation();
  const asked = useRef(false);
  useEffect(() => {
    if (!isMissing || asked.current) return;
    asked.current = true;
    void makeFirstChat();
  }, [isMissing, makeFirstChat]);
  return isError;
};

/** The state of the page, and how the selection changes. */
export const useWorkspace = () => {
  const dispatch = useAppDispatch();
  const { chatId, item, itemKey, select } = useSelection();
  const [isDeselected, setDeselected] = useState(false);
  const { data, error } = useListChatsQuery();
  const chats = useMemo(() => data && [...data.filter(isPublic), ...data.filter(isPrivate)], [data]);
  const chat = chats?.find(({ id }) => id === chatId);
  const listing = useListFilesQuery({ id: chat?.id ?? '' }, { skip: chat === undefined });
  const files = listing.currentData?.files;
  const firstId = chats?.find(isPublic)?.id;
  const hasPrivate = chats?.some(isPrivate) ?? false;
  const failed = useFirstChat(chats !== undefined && (firstId === undefined || !hasPrivate));
  const askForName = failed && firstId === undefined;

  // The first chat is selected unless the user let go of it; a chat that is gone counts as none.
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
    /** Why the files could not be listed; a new try leaves it behind. */
    filesError: files === undefined && !listing.isFetching ? listing.error : undefined,
    listFilesAgain: listing.refetch,
    select: (nextChatId: string | null, nextItem: Item | null) => {
      setDeselected(nextChatId === null);
      select({ chatId: nextChatId, item: nextItem });
    },
  };
};

export type Workspace = ReturnType<typeof useWorkspace>;
