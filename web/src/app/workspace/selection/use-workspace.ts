// The workspace's content: the chats, the selected one with its files, and the selected item resolved to them.
import type { Chat, SessionFile } from '@tradeium/contracts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useAppDispatch } from '../../../core/store.ts';
import {
  useGetFirstChatMutation,
  useListChatsQuery,
  useListFilesQuery,
  wasDeletedHere,
} from '../../../features/backtest-chats/api.ts';
import { filesOfType } from '../../../features/backtest-chats/files-of-type.ts';
import { chatOpened } from '../../../features/backtest-chats/tree/tree-slice.ts';
import { useFollowedItem } from '../../../features/backtest-chats/use-followed-item.ts';
import type { Item } from '../../../lib/item-key.ts';
import { showToast } from '../../../ui/toast.ts';
import { FIRST_STRATEGY, firstChat, isPublic } from './first-selection.ts';
import { type Selection, useSelection } from './use-selection.ts';

const NOTHING: Selection = { chatId: null, item: null };

const isPrivate = (chat: Chat): boolean => !isPublic(chat);

/** Creates the chats that every user has, the first one and the private one; true when that failed. */
const useFirstChat = (isMissing: boolean): boolean => {
  const [makeFirstChat, { isError }] = useGetFirstChatMutation();
  const asked = useRef(false);
  useEffect(() => {
    // Once each time the list is empty.
    if (!isMissing) asked.current = false;
    if (!isMissing || asked.current) return;
    asked.current = true;
    void makeFirstChat();
  }, [isMissing, makeFirstChat]);
  return isError;
};

/** Reports once that the chat that was shown is gone, unless it was deleted in this tab. */
const useGoneChatToast = (isGone: boolean, chatId: string | null) => {
  const announced = useRef<string | null>(null);
  useEffect(() => {
    if (!isGone || announced.current === chatId || wasDeletedHere(chatId ?? '')) return;
    announced.current = chatId;
    showToast('error', 'This backtest chat was deleted elsewhere.');
  }, [isGone, chatId]);
};

/** The id of the chat that was shown last. */
const useSeenChat = (chat: Chat | undefined): string | null => {
  const [seenId, setSeenId] = useState<string | null>(null);
  if (chat !== undefined && chat.id !== seenId) setSeenId(chat.id);
  return seenId;
};

/**
 * Opens the first strategy of a chat that was selected without one of its items: once, so that it can be left. True
 * while it is about to.
 */
const useOpenedStrategy = (
  chat: Chat | undefined,
  files: readonly SessionFile[] | undefined,
  isChosen: boolean,
  select: (item: Item) => void,
) => {
  const [openedFor, setOpenedFor] = useState<string | null>(null);
  /** The address is drawn a moment after it has changed. */
  const [isOnItsWay, setOnItsWay] = useState(false);
  const isNew = chat !== undefined && files !== undefined && openedFor !== chat.id && !isChosen;
  const willOpen = isNew && !isPrivate(chat) && files.some(({ type }) => type === 'strategy');
  useEffect(() => {
    if (!chat) setOpenedFor(null);
    if (isChosen) setOnItsWay(false);
    if (!chat || !files || openedFor === chat.id) return;
    setOpenedFor(chat.id);
    if (isChosen || isPrivate(chat)) return;
    if (willOpen) {
      setOnItsWay(true);
      select(FIRST_STRATEGY);
    } else if (chat.settings.has_strategy_code)
      console.error('the chat has a strategy, but none of its files is one');
  }, [chat, files, openedFor, isChosen, willOpen, select]);
  return willOpen || (isOnItsWay && !isChosen);
};

/** Says if a chat is shown, and if not, why. */
export type ChatState = 'shown' | 'loading' | 'failed' | 'none';

type ChatFacts = { chat: Chat | undefined; isLoaded: boolean; isNone: boolean; error: unknown };

const chatStateOf = ({ chat, isLoaded, isNone, error }: ChatFacts): ChatState => {
  if (chat) return 'shown';
  if (!isLoaded) return error ? 'failed' : 'loading';
  // The first chat may be about to be made or selected.
  return isNone ? 'none' : 'loading';
};

/** Selects the first chat unless the user deselected it; a deleted chat counts as none. */
const useSelectedFirstChat = (
  isWanted: boolean,
  firstId: string | undefined,
  chatId: string | null,
  select: ReturnType<typeof useSelection>['select'],
) => {
  useEffect(() => {
    if (!isWanted) return;
    if (firstId !== undefined) select({ chatId: firstId, item: null }, { replace: true });
    else if (chatId !== null) select(NOTHING, { replace: true });
  }, [isWanted, firstId, chatId, select]);
};

/** The state of the page, and how the selection changes. */
export const useWorkspace = () => {
  const dispatch = useAppDispatch();
  const { chatId, item: chosen, asksForItem, hasLeftChat, hasLeftItem, select } = useSelection();
  const [isDeleted, setDeleted] = useState(false);
  const { data, error, refetch } = useListChatsQuery();
  const chats = useMemo(() => data && [...data.filter(isPublic), ...data.filter(isPrivate)], [data]);
  const chat = chats?.find(({ id }) => id === chatId);
  const selectedId = chat?.id;
  const listing = useListFilesQuery({ id: selectedId ?? '' }, { skip: selectedId === undefined });
  const files = listing.currentData?.files;
  const firstId = chats && firstChat(chats)?.id;
  const hasPrivate = chats?.some(isPrivate) ?? false;
  const isLoaded = chats !== undefined;
  const failed = useFirstChat(isLoaded && (firstId === undefined || !hasPrivate));
  const askForName = failed && firstId === undefined;

  const wasSeen = useSeenChat(chat) === chatId || wasDeletedHere(chatId ?? '');
  /** The address names a chat that is not there, or an item of no chat: nothing else is opened in its place. */
  const isWrongChat = isLoaded && chat === undefined && (chatId === null ? asksForItem : !wasSeen);
  useGoneChatToast(isLoaded && chatId !== null && chat === undefined && wasSeen, chatId);
  const isForFirst = isLoaded && chat === undefined && !isWrongChat && !hasLeftChat;
  useSelectedFirstChat(isForFirst, firstId, chatId, select);
  useEffect(() => {
    if (selectedId !== undefined) dispatch(chatOpened(selectedId));
  }, [selectedId, dispatch]);
  const settle = useCallback(
    (next: Item | null) =>
      selectedId !== undefined && select({ chatId: selectedId, item: next }, { replace: true }),
    [select, selectedId],
  );
  const moved = useCallback(
    (next: Item | null) => {
      setDeleted(next === null);
      settle(next);
    },
    [settle],
  );
  const followed = useFollowedItem(selectedId, chosen, files, moved);
  const { item, choiceKey } = followed;
  const isOpening = useOpenedStrategy(chat, files, asksForItem || hasLeftItem, settle);

  const isNone = hasLeftChat || isWrongChat || askForName;
  const chatState = chatStateOf({ chat, isLoaded, isNone, error });

  return {
    chats,
    error,
    listChatsAgain: refetch,
    askForName,
    /** The user deselected every chat, or there is none, perhaps only until the first one is made. */
    hasNoChat: isLoaded && chat === undefined && (hasLeftChat || isWrongChat || firstId === undefined),
    chatState,
    isWrongChat,
    /** The first strategy is about to be shown. */
    isOpening,
    chat,
    item,
    /** Stays the same while the same thing is shown, wherever it moves in the list. */
    choiceKey,
    /** The address asks for an item that this chat does not have. */
    isWrongItem: followed.isWrong || (asksForItem && chosen === null),
    /** The selected item was deleted, here or elsewhere. */
    isDeleted: isDeleted && item === null,
    strategies: filesOfType(files, 'strategy'),
    folders: filesOfType(files, 'backtest_folder'),
    filesLoaded: files !== undefined,
    /** Why the files could not be listed; a new try leaves it behind. */
    filesError: files === undefined && !listing.isFetching ? listing.error : undefined,
    listFilesAgain: listing.refetch,
    select: (nextChatId: string | null, nextItem: Item | null) => {
      setDeleted(false);
      // Another chat opens with its first strategy.
      const isLeft = nextItem === null && (nextChatId === null || nextChatId === chatId);
      select({ chatId: nextChatId, item: nextItem }, { isLeft });
    },
  };
};

export type Workspace = ReturnType<typeof useWorkspace>;
