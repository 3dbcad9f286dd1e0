// One chat of the list: its line, its menu, and, when open, its strategies and results.
import { IconCopy, IconInfoCircle, IconPencil, IconTrash } from '@tabler/icons-react';
import type { Chat } from '@tradeium/contracts';
import { memo } from 'react';
import { useAppDispatch, useAppSelector } from '../../core/store.ts';
import type { Item } from '../../lib/item-key.ts';
import classes from './chat-entry.module.css';
import { ChatFiles } from './chat-files.tsx';
import { type ChatDialogKind, type MenuEntry, useTreeActions } from './tree/tree-actions.ts';
import { TreeRow } from './tree/tree-row.tsx';
import { chatOpened, chatToggled, isChatOpen } from './tree/tree-slice.ts';

type ChatEntryProps = {
  chat: Chat;
  isSelected: boolean;
  /** The selected item, if it is one of this chat. */
  item: Item | null;
  /** A backtest of it has not ended. */
  isRunning: boolean;
};

const ChatDetail = ({ chat, isRunning }: Pick<ChatEntryProps, 'chat' | 'isRunning'>) => {
  const isPrivate = chat.settings.tradeium_private;
  const type = isPrivate ? 'PRIVATE CHAT' : chat.strategy_type;
  return (
    <>
      {type ? (
        <span className={classes.badge} data-private={isPrivate || undefined}>
          {type}
        </span>
      ) : null}{' '}
      {/* The space keeps the two apart in the accessible name. */}
      {isRunning ? (
        <span role="img" className={classes.running} aria-label="Backtest running" title="Backtest running" />
      ) : null}
    </>
  );
};

type Open = (kind: ChatDialogKind) => () => void;

const menuOf = ({ settings }: Chat, open: Open): MenuEntry[] => {
  const details = { label: 'View Details', icon: IconInfoCircle, run: open('details') };
  if (settings.tradeium_private) return [details];
  return [
    { label: 'Rename', icon: IconPencil, run: open('rename') },
    { label: 'Duplicate', icon: IconCopy, run: open('duplicate') },
    details,
    { label: 'Delete', icon: IconTrash, run: open('delete'), isDanger: true },
  ];
};

/** A chat; choosing it also opens it. */
export const ChatEntry = memo(({ chat, isSelected, item, isRunning }: ChatEntryProps) => {
  const dispatch = useAppDispatch();
  const { select, openDialog } = useTreeActions();
  const isOpen = useAppSelector((state) => isChatOpen(state, chat.id));
  const isPrivate = chat.settings.tradeium_private;
  const open: Open = (kind) => () => openDialog({ kind, chat });
  const choose = () => {
    dispatch(chatOpened(chat.id));
    select(chat.id, null);
  };
  return (
    <div className={classes.chat}>
      <TreeRow
        name={chat.name}
        level={1}
        selected={isSelected && item === null}
        onSelect={choose}
        open={isOpen}
        onToggle={() => dispatch(chatToggled(chat.id))}
        detail={
          isPrivate || chat.strategy_type || isRunning ? (
            <ChatDetail chat={chat} isRunning={isRunning} />
          ) : null
        }
        entries={() => menuOf(chat, open)}
        {...(!isPrivate && { onRename: open('rename'), onDelete: open('delete') })}
      />
      {isOpen ? <ChatFiles chat={chat} item={item} /> : null}
    </div>
  );
});
