// The list of backtest chats: create, find, choose and change them, and reach what each of them holds.
import { Button, CloseButton, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useCallbackRef, useEventListener } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import type { Chat } from '@tradeium/contracts';
import {
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useListActiveRunsQuery } from '../../core/active-runs.ts';
import { useAppDispatch } from '../../core/store.ts';
import { useCommand } from '../../lib/commands/use-command.ts';
import { messageOf } from '../../lib/failure.ts';
import type { Item } from '../../lib/item-key.ts';
import { lazyNamed } from '../../lib/loading/lazy-named.ts';
import { LoadFailure } from '../../ui/loading/load-failure.tsx';
import { PanelHead } from '../../ui/panel-head.tsx';
import { chatMade, useListChatsQuery } from './api.ts';
import { ChatEntry } from './chat-entry.tsx';
import classes from './chats-panel.module.css';
import { Favorites } from './favorites.tsx';
import { matching } from './names.ts';
import { Tree } from './tree/tree.tsx';
import {
  type DeployedResults,
  type OpenDialog,
  type OpenMenu,
  type TreeActions,
  TreeActionsContext,
} from './tree/tree-actions.ts';

const LineMenu = lazyNamed(() => import('./line-menu.tsx'), 'LineMenu');
const PanelDialog = lazyNamed(() => import('./dialogs/panel-dialog.tsx'), 'PanelDialog');

const NONE: DeployedResults = new Map();

/** With more chats than these, they can be filtered by name. */
const CHATS_WITHOUT_FILTER_MAX = 8;

export type ChatsPanelProps = {
  chats: readonly Chat[] | undefined;
  error: unknown;
  chatId: string | null;
  item: Item | null;
  onSelect: (chatId: string | null, item: Item | null) => void;
  /** The first chat could not be made: ask for a name. */
  askForName?: boolean;
  deployed?: DeployedResults;
  /** Results are chosen to be deployed. */
  isDeploying?: boolean;
  /** More for the panel's head, for instance a way to close it. */
  children?: ReactNode;
};

/** The dialog and the menu that are open; the focus returns to where it was when the dialog opened. */
const useOverlays = (initial: OpenDialog | null) => {
  const [dialog, setDialog] = useState<OpenDialog | null>(initial);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const opener = useRef<Element | null>(null);
  const openDialog = useCallback((next: OpenDialog) => {
    opener.current = document.activeElement;
    setDialog(next);
  }, []);
  useEffect(() => {
    if (dialog === null && opener.current instanceof HTMLElement) opener.current.focus();
  }, [dialog]);
  const closeDialog = useCallback(() => setDialog(null), []);
  const closeMenu = useCallback(() => setMenu(null), []);
  return { dialog, menu, openDialog, openMenu: setMenu, closeDialog, closeMenu };
};

const Filter = ({ typed, onType }: { typed: string; onType: (typed: string) => void }) => (
  <TextInput
    className={classes.filter ?? ''}
    size="xs"
    type="search"
    aria-label="Filter chats"
    placeholder="Filter chats"
    leftSection={<IconSearch size={14} aria-hidden />}
    rightSection={
      typed === '' ? null : <CloseButton size={24} aria-label="Clear filter" onClick={() => onType('')} />
    }
    value={typed}
    onChange={(event) => onType(event.currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key === 'Escape' && typed !== '') {
        event.stopPropagation();
        onType('');
      }
    }}
  />
);

type ChatListProps = Required<Pick<ChatsPanelProps, 'chatId' | 'item'>> & { chats: readonly Chat[] };

const ChatList = ({ chats, chatId, item }: ChatListProps) => {
  const { data } = useListActiveRunsQuery();
  const running = new Set(data?.runs.map(({ input }) => input.backtest_id));
  return chats.map((chat) => (
    <ChatEntry
      key={chat.id}
      chat={chat}
      isSelected={chat.id === chatId}
      item={chat.id === chatId ? item : null}
      isRunning={running.has(chat.id)}
    />
  ));
};

const Outline = () => (
  <Stack gap={10} p="sm" aria-hidden>
    <Skeleton h={18} />
    <Skeleton h={18} w="80%" />
    <Skeleton h={18} w="60%" />
  </Stack>
);

/** The panel 'Backtest Chats'; a click on its blank space deselects. */
export const ChatsPanel = (props: ChatsPanelProps) => {
  const {
    chats,
    error,
    chatId,
    item,
    onSelect,
    askForName,
    deployed = NONE,
    isDeploying = false,
    children,
  } = props;
  // A user without chats gets the first one, unless that failed.
  const isComing = chats === undefined ? !error : chats.length === 0 && !askForName;
  const select = useCallbackRef(onSelect);
  const { refetch } = useListChatsQuery();
  const { dialog, menu, openDialog, openMenu, closeDialog, closeMenu } = useOverlays(
    askForName ? { kind: 'create' } : null,
  );
  const create = () => openDialog({ kind: 'create' });
  useCommand(isDeploying ? null : { name: 'New chat', also: 'create chat', run: create });
  const dispatch = useAppDispatch();
  const onMade = (chat: Chat) => {
    dispatch(chatMade(chat));
    select(chat.id, null);
  };
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const hasFilter = (chats?.length ?? 0) > CHATS_WITHOUT_FILTER_MAX;
  const shown = useMemo(() => matching(chats ?? [], hasFilter ? wanted : ''), [chats, hasFilter, wanted]);
  const actions: TreeActions = useMemo(
    () => ({ select, openDialog, openMenu, deployed, isDeploying }),
    [select, openDialog, openMenu, deployed, isDeploying],
  );
  // A listener and not a prop: the blank space is not a control, it only lets go of the selection.
  const blank = useEventListener('click', ({ target }) => {
    if (target instanceof Element && !target.closest('[role="treeitem"], button, input, [role="alert"]'))
      select(null, null);
  });
  return (
    <TreeActionsContext value={actions}>
      <section aria-label="Backtest Chats" className={classes.panel}>
        <PanelHead title="Backtest Chats">
          {isDeploying ? null : (
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconPlus size={14} />}
              aria-label="Create Chat"
              classNames={{ section: classes.plus ?? '', label: classes.long ?? '' }}
              onClick={create}
            >
              Create Chat
            </Button>
          )}
          {children}
        </PanelHead>
        {hasFilter ? <Filter typed={typed} onType={setTyped} /> : null}
        {/* Chromium would make the scrolling element a stop of the Tab key, besides its tree. */}
        <div className={classes.body} ref={blank} tabIndex={-1}>
          {chats === undefined && error ? (
            <LoadFailure
              text={`Failed to fetch backtests: ${messageOf(error)}`}
              onRetry={() => void refetch()}
            />
          ) : null}
          {isComing ? <Outline /> : null}
          {chats && chats.length > 0 ? (
            <Tree label="Backtest chats and their files">
              {isDeploying ? null : <Favorites chats={chats} />}
              <ChatList chats={shown} chatId={chatId} item={item} />
            </Tree>
          ) : null}
          {chats && shown.length === 0 && chats.length > 0 ? (
            <Text component="output" size="xs" c="dimmed" display="block" p="xs">
              No chat has “{wanted.trim()}” in its name.
            </Text>
          ) : null}
        </div>
      </section>
      <Suspense>{menu ? <LineMenu menu={menu} onClose={closeMenu} /> : null}</Suspense>
      <Suspense>
        {dialog ? <PanelDialog dialog={dialog} onMade={onMade} onClose={closeDialog} /> : null}
      </Suspense>
    </TreeActionsContext>
  );
};
