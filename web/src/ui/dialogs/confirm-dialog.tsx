// Asks before something is done that the user should not do by mistake.
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  title: string;
  text: ReactNode;
  action: string;
  isDanger?: boolean;
  isBusy?: boolean;
  /** The way back. */
  cancel?: string;
  /** False to have it close in its own time. */
  isOpen?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Permanent deletion is not what Enter does by default. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { title, text, action, isDanger = false, isBusy = false, onConfirm, onClose } = props;
  const { cancel = 'Cancel', isOpen = true } = props;
  return (
    <Dialog opened={isOpen} onClose={onClose} title={title}>
      <Text size="sm">{text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus={isDanger || undefined} onClick={onClose}>
          {cancel}
        </Button>
        <Button
          data-autofocus={!isDanger || undefined}
          {...(isDanger && { color: 'red' })}
          loading={isBusy}
          onClick={onConfirm}
        >
          {action}
        </Button>
      </Group>
    </Dialog>
  );
};
