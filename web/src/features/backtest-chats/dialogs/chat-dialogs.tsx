// The dialogs about a chat: rename, duplicate, details, delete.
import { Group, Text } from '@mantine/core';
import type { Chat } from '@tradeium/contracts';
import { messageOf } from '../../../lib/failure.ts';
import { dateTime } from '../../../lib/format.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import {
  useDeleteChatMutation,
  useDuplicateChatMutation,
  useListChatsQuery,
  useRenameChatMutation,
} from '../api.ts';
import classes from './chat-dialogs.module.css';
import { RenameDialog } from './rename-dialog.tsx';

type ChatDialogProps = { chat: Chat; onClose: () => void };

export const RenameChatDialog = ({ chat, onClose }: ChatDialogProps) => {
  const { data: chats = [] } = useListChatsQuery();
  const [rename, { isLoading, error }] = useRenameChatMutation();
  const send = async (name: string) => {
    const { data } = await rename({ id: chat.id, name });
    if (data) onClose();
  };
  return (
    <RenameDialog
      title="Rename Backtest Chat"
      label="Name"
      current={chat.name}
      others={chats.filter(({ id }) => id !== chat.id).map(({ name }) => name)}
      takenError="CHAT_NAME_TAKEN"
      isBusy={isLoading}
      failure={error && `Failed to update backtest: ${messageOf(error)}`}
      onRename={send}
      onClose={onClose}
    />
  );
};

type DuplicateDialogProps = ChatDialogProps & { onDuplicated: (copy: Chat) => void };

export const DuplicateChatDialog = ({ chat, onClose, onDuplicated }: DuplicateDialogProps) => {
  const [duplicate, { isLoading }] = useDuplicateChatMutation();
  const confirm = async () => {
    const { data, error } = await duplicate({ id: chat.id });
    if (error) showToast('error', `Failed to duplicate backtest: ${messageOf(error)}`);
    onClose();
    if (data) onDuplicated(data);
  };
  return (
    <ConfirmDialog
      title="Duplicate Backtest Chat"
      text={
        <>
          Duplicate <bdi className={classes.name}>{chat.name}</bdi>? The copy gets the newest version of each
          strategy; results stay with the original.
        </>
      }
      action="Duplicate"
      isBusy={isLoading}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
};

export const DeleteChatDialog = ({ chat, onClose }: ChatDialogProps) => {
  const [remove, { isLoading }] = useDeleteChatMutation();
  const confirm = async () => {
    const { error } = await remove({ id: chat.id });
    if (error) showToast('error', `Failed to delete backtest: ${messageOf(error)}`);
    onClose();
  };
  return (
    <ConfirmDialog
      title="Delete Backtest Chat"
      text={
        <>
          This will permanently delete <bdi className={classes.name}>{chat.name}</bdi> with all its strategies
          and results. This cannot be undone.
        </>
      }
      action="Delete"
      isDanger
      isBusy={isLoading}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
};

export const ChatDetailsDialog = ({ chat, onClose }: ChatDialogProps) => (
  <Dialog opened onClose={onClose} title="Backtest Details">
    <dl className={classes.details}>
      {[
        ['Name', chat.name],
        ['Number', String(chat.local_id)],
        ['Strategy', chat.strategy_type ?? 'none yet'],
        ['Status', chat.status],
        ['Created', dateTime(chat.created_at)],
      ].map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
      <div>
        <dt>Id</dt>
        <dd>
          <Group gap={4} wrap="nowrap" justify="flex-end">
            <Text component="span" size="sm" ff="monospace">
              {chat.id}
            </Text>
            <CopyButton text={chat.id} what="the id" />
          </Group>
        </dd>
      </div>
    </dl>
  </Dialog>
);
