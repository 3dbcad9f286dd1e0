// One chat of the list: its line, its menu, and, when open, its strategies and results.
import { ActionIcon, Badge, Menu } from '@mantine/core';
import { IconDots, IconInfoCircle, IconPencil, IconTrash } from '@tabler/icons-react';
import type { Chat } from '@tradeium/contracts';
import { useAppDispatch, useAppSelector } from '../../app/store.ts';
import type { Item } from '../../lib/item-key.ts';
import { ChatFiles } from './chat-files.tsx';
import { TreeRow } from './tree-row.tsx';
import { chatOpened, chatToggled, isChatOpen } from './tree-slice.ts';

export type ChatDialog = 'rename' | 'details' | 'delete';

type ChatEntryProps = {
  chat: Chat;
  selected: boolean;
  item: Item | null;
  onSelect: (chatId: string, item: Item | null) => void;
  onDialog: (dialog: ChatDialog, chat: Chat) => void;
};

const ChatBadge = ({ chat }: { chat: Chat }) => {
  const text = chat.settings.tradeium_private ? 'PRIVATE CHAT' : chat.strategy_type;
  return text ? (
    <Badge size="xs" variant="light" color={chat.settings.tradeium_private ? 'yellow' : 'gray'} tt="none">
      {text}
    </Badge>
  ) : null;
};

const ChatMenu = ({ chat, onDialog }: Pick<ChatEntryProps, 'chat' | 'onDialog'>) => (
  <Menu width={170}>
    <Menu.Target>
      <ActionIcon size={24} aria-label={`Actions for ${chat.name}`}>
        <IconDots size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {chat.settings.tradeium_private ? null : (
        <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => onDialog('rename', chat)}>
          Rename
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconInfoCircle size={15} />} onClick={() => onDialog('details', chat)}>
        View Details
      </Menu.Item>
      {chat.settings.tradeium_private ? null : (
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={15} />}
          onClick={() => onDialog('delete', chat)}
        >
          Delete
        </Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
);

/** A chat; choosing it also opens it. */
export const ChatEntry = ({ chat, selected, item, onSelect, onDialog }: ChatEntryProps) => {
  const dispatch = useAppDispatch();
  const open = useAppSelector((state) => isChatOpen(state, chat.id));
  const select = () => {
    dispatch(chatOpened(chat.id));
    onSelect(chat.id, null);
  };
  return (
    <li>
      <TreeRow
        name={chat.name}
        depth={0}
        selected={selected && item === null}
        onSelect={select}
        open={open}
        onToggle={() => dispatch(chatToggled(chat.id))}
        badge={<ChatBadge chat={chat} />}
        actions={<ChatMenu chat={chat} onDialog={onDialog} />}
      />
      {open ? (
        <ChatFiles chat={chat} item={selected ? item : null} onSelect={(next) => onSelect(chat.id, next)} />
      ) : null}
    </li>
  );
};
