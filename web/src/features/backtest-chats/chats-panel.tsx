// The list of backtest chats: create, choose, rename, delete, and reach what each of them holds.
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useEventListener } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { Chat } from '@tradeium/contracts';
import { type ReactNode, Suspense, useState } from 'react';
import { messageOf } from '../../lib/failure.ts';
import type { Item } from '../../lib/item-key.ts';
import { lazyNamed } from '../../lib/lazy-named.ts';
import { PanelHead } from '../../ui/panel-head.tsx';
import { type ChatDialog, ChatEntry } from './chat-entry.tsx';
import classes from './chats-panel.module.css';

const ChatDialogs = lazyNamed(() => import('./chat-dialogs.tsx'), 'ChatDialogs');

export type ChatsPanelProps = {
  chats: readonly Chat[] | undefined;
  error: unknown;
  chatId: string | null;
  item: Item | null;
  onSelect: (chatId: string | null, item: Item | null) => void;
  /** The first chat could not be made: ask for a name. */
  askForName?: boolean;
  /** More for the panel's head, for instance a way to close it. */
  children?: ReactNode;
};

type OpenDialog = { kind: ChatDialog; chat: Chat } | { kind: 'create' } | null;

/** The panel 'Backtest Chats'; a click on its blank space deselects. */
export const ChatsPanel = ({
  chats,
  error,
  chatId,
  item,
  onSelect,
  askForName,
  children,
}: ChatsPanelProps) => {
  const [dialog, setDialog] = useState<OpenDialog>(askForName ? { kind: 'create' } : null);
  // A listener and not a prop: the blank space is no control, it only lets go of the selection.
  const blank = useEventListener('click', (event) => {
    if (event.target === event.currentTarget) onSelect(null, null);
  });
  return (
    <section aria-label="Backtest Chats" className={classes.panel}>
      <PanelHead title="Backtest Chats">
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconPlus size={14} />}
          aria-label="Create Chat"
          classNames={{ section: classes.plus ?? '', label: classes.long ?? '' }}
          onClick={() => setDialog({ kind: 'create' })}
        >
          Create Chat
        </Button>
        {children}
      </PanelHead>
      <div className={classes.body} ref={blank}>
        {error ? (
          <Text size="sm" p="md" role="alert">
            Failed to fetch backtests: {messageOf(error)}
          </Text>
        ) : null}
        {chats === undefined && !error ? (
          <Stack gap={10} p="sm">
            <Skeleton h={18} />
            <Skeleton h={18} w="80%" />
            <Skeleton h={18} w="60%" />
          </Stack>
        ) : null}
        <ul className={classes.list}>
          {chats?.map((chat) => (
            <ChatEntry
              key={chat.id}
              chat={chat}
              selected={chat.id === chatId}
              item={item}
              onSelect={onSelect}
              onDialog={(kind, subject) => setDialog({ kind, chat: subject })}
            />
          ))}
        </ul>
      </div>
      <Suspense>
        {dialog ? <ChatDialogs dialog={dialog} onClose={() => setDialog(null)} onSelect={onSelect} /> : null}
      </Suspense>
    </section>
  );
};
