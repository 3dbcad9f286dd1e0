// The dialog of the list of chats that is open, whichever it is.
import type { Chat } from '@tradeium/contracts';
import type { OpenDialog } from '../tree/tree-actions.ts';
import {
  ChatDetailsDialog,
  DeleteChatDialog,
  DuplicateChatDialog,
  RenameChatDialog,
} from './chat-dialogs.tsx';
import { CreateDialog } from './create-dialog.tsx';
import {
  DeleteFolderDialog,
  DeleteStrategyDialog,
  RenameFolderDialog,
  RenameStrategyDialog,
} from './file-dialogs.tsx';

type PanelDialogProps = {
  dialog: OpenDialog;
  /** A chat has just been made. */
  onMade: (chat: Chat) => void;
  onClose: () => void;
};

export const PanelDialog = ({ dialog, onMade, onClose }: PanelDialogProps) => {
  switch (dialog.kind) {
    case 'create':
      return <CreateDialog onCreated={onMade} onClose={onClose} />;
    case 'rename':
      return <RenameChatDialog chat={dialog.chat} onClose={onClose} />;
    case 'duplicate':
      return <DuplicateChatDialog chat={dialog.chat} onDuplicated={onMade} onClose={onClose} />;
    case 'details':
      return <ChatDetailsDialog chat={dialog.chat} onClose={onClose} />;
    case 'delete':
      return <DeleteChatDialog chat={dialog.chat} onClose={onClose} />;
    case 'rename-strategy':
      return <RenameStrategyDialog {...dialog} onClose={onClose} />;
    case 'delete-strategy':
      return <DeleteStrategyDialog {...dialog} onClose={onClose} />;
    case 'rename-folder':
      return <RenameFolderDialog {...dialog} onClose={onClose} />;
    case 'delete-folder':
      return <DeleteFolderDialog {...dialog} onClose={onClose} />;
  }
};
