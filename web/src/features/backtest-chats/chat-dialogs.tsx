// The dialogs of the list of chats: create, rename, details, delete.
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { CHAT_NAME_LENGTH_MAX, type Chat, chatName } from '@tradeium/contracts';
import { type SubmitEvent, useState } from 'react';
import { messageOf } from '../../lib/failure.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { dateTime } from '../../lib/format.ts';
import type { Item } from '../../lib/item-key.ts';
import { showToast } from '../../ui/toast.ts';
import { useCreateChatMutation, useDeleteChatMutation, useRenameChatMutation } from './api.ts';

type DialogProps = { onClose: () => void; onSelect: (chatId: string | null, item: Item | null) => void };

type NameFormProps = {
  initial: string;
  action: string;
  busy: boolean;
  failure: unknown;
  onSubmit: (name: string) => void;
  onClose: () => void;
};

const NameForm = ({ initial, action, busy, failure, onSubmit, onClose }: NameFormProps) => {
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const problem = formErrors(chatName, name)[''];
    setError(problem);
    if (!problem) onSubmit(name.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        data-autofocus
        label="Name"
        placeholder="e.g. Momentum, top 10"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={error ?? (failure ? messageOf(failure) : undefined)}
        description={`${[...name].length}/${CHAT_NAME_LENGTH_MAX}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          {action}
        </Button>
      </Group>
    </form>
  );
};

const CreateDialog = ({ onClose, onSelect }: DialogProps) => {
  const [create, { isLoading, error }] = useCreateChatMutation();
  const submit = async (name: string) => {
    const { data } = await create({ name });
    if (!data) return;
    onSelect(data.id, null);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Enter Backtest Chat Name">
      <NameForm
        initial=""
        action="Create Backtest"
        busy={isLoading}
        failure={error}
        onSubmit={submit}
        onClose={onClose}
      />
    </Modal>
  );
};

const RenameDialog = ({ chat, onClose }: { chat: Chat; onClose: () => void }) => {
  const [rename, { isLoading, error }] = useRenameChatMutation();
  const submit = async (name: string) => {
    const { data } = name === chat.name ? { data: chat } : await rename({ id: chat.id, name });
    if (data) onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Rename Backtest Chat">
      <NameForm
        initial={chat.name}
        action="Rename"
        busy={isLoading}
        failure={error}
        onSubmit={submit}
        onClose={onClose}
      />
    </Modal>
  );
};

const DeleteDialog = ({ chat, onClose }: { chat: Chat; onClose: () => void }) => {
  const [remove, { isLoading }] = useDeleteChatMutation();
  const confirm = async () => {
    const { error } = await remove({ id: chat.id });
    if (error) showToast('error', `Failed to delete backtest: ${messageOf(error)}`);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Delete Backtest Chat">
      <Text size="sm">
        This will permanently delete <strong>{chat.name}</strong> with all its strategies and results. It
        cannot be undone.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button color="red" loading={isLoading} onClick={confirm}>
          Delete
        </Button>
      </Group>
    </Modal>
  );
};

const DetailsDialog = ({ chat, onClose }: { chat: Chat; onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Backtest Details">
    <Stack gap="xs">
      {[
        ['Name', chat.name],
        ['Number', String(chat.local_id)],
        ['Strategy', chat.strategy_type ?? 'none yet'],
        ['Status', chat.status],
        ['Created', dateTime(chat.created_at)],
        ['Id', chat.id],
      ].map(([label, value]) => (
        <Group key={label} justify="space-between" gap="lg" wrap="nowrap">
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text size="sm" ta="right">
            {value}
          </Text>
        </Group>
      ))}
    </Stack>
  </Modal>
);

type Dialog = { kind: 'rename' | 'details' | 'delete'; chat: Chat } | { kind: 'create' };

/** The dialog that is open. */
export const ChatDialogs = ({ dialog, onClose, onSelect }: DialogProps & { dialog: Dialog }) => {
  switch (dialog.kind) {
    case 'create':
      return <CreateDialog onClose={onClose} onSelect={onSelect} />;
    case 'rename':
      return <RenameDialog chat={dialog.chat} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog chat={dialog.chat} onClose={onClose} />;
    case 'details':
      return <DetailsDialog chat={dialog.chat} onClose={onClose} />;
  }
};
