// The dialogs about a strategy file or a result folder: rename and delete.
import type { Chat, SessionFile } from '@tradeium/contracts';
import { isFailure, messageOf } from '../../../lib/failure.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import {
  useDeleteFolderMutation,
  useDeleteRunMutation,
  useDeleteStrategyMutation,
  useRenameFolderMutation,
  useRenameStrategyMutation,
} from '../api.ts';
import { bareStrategyName } from '../names.ts';
import classes from './chat-dialogs.module.css';
import { RenameDialog } from './rename-dialog.tsx';

type FileDialogProps = {
  chat: Chat;
  file: SessionFile;
  /** All files of the chat. */
  files: readonly SessionFile[];
  onClose: () => void;
};

const otherNames = ({ file, files }: FileDialogProps): string[] =>
  files.filter((other) => other.type === file.type && other !== file).map(({ filename }) => filename);

/** Why a folder could not be renamed: the server's reason, or else the advice to try again. */
const folderFailure = (error: unknown): string =>
  isFailure(error) && typeof error.status === 'number'
    ? `Error renaming folder: ${messageOf(error, 'Unknown error')}`
    : 'Error renaming folder. Please try again.';

export const RenameStrategyDialog = (props: FileDialogProps) => {
  const { chat, file, onClose } = props;
  const [rename, { isLoading, error }] = useRenameStrategyMutation();
  const send = async (name: string) => {
    const { data } = await rename({ id: chat.id, filename: file.filename, new_filename: name });
    if (!data) return;
    showToast('success', 'Strategy file renamed successfully!');
    onClose();
  };
  return (
    <RenameDialog
      title="Rename Strategy File"
      label="Name"
      current={bareStrategyName(file.filename)}
      others={otherNames(props).map(bareStrategyName)}
      takenError="STRATEGY_NAME_TAKEN"
      isBusy={isLoading}
      failure={error && `Error renaming strategy file: ${messageOf(error)}`}
      onRename={send}
      onClose={onClose}
    />
  );
};

export const DeleteStrategyDialog = ({ chat, file, onClose }: FileDialogProps) => {
  const [remove, { isLoading }] = useDeleteStrategyMutation();
  const confirm = async () => {
    const { error } = await remove({ id: chat.id, filename: file.filename });
    if (error) showToast('error', `Error deleting strategy file: ${messageOf(error)}`);
    else showToast('success', 'Strategy file deleted successfully!');
    onClose();
  };
  return (
    <ConfirmDialog
      title="Delete Strategy File"
      text={
        <>
          This will permanently delete <bdi className={classes.name}>{file.filename}</bdi> with all its
          versions. This cannot be undone. Its backtest results stay.
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

export const RenameFolderDialog = (props: FileDialogProps) => {
  const { chat, file, onClose } = props;
  const [rename, { isLoading, error }] = useRenameFolderMutation();
  const send = async (name: string) => {
    const { data } = await rename({ id: chat.id, folderName: file.filename, new_name: name });
    if (data) onClose();
  };
  return (
    <RenameDialog
      title="Rename Backtest Folder"
      label="Please enter a new folder name"
      current={file.filename}
      others={otherNames(props)}
      takenError="FOLDER_NAME_TAKEN"
      isBusy={isLoading}
      failure={error && folderFailure(error)}
      onRename={send}
      onClose={onClose}
    />
  );
};

export const DeleteFolderDialog = ({ chat, file, onClose }: FileDialogProps) => {
  const [deleteRun, run] = useDeleteRunMutation();
  const [deleteFolder, folder] = useDeleteFolderMutation();
  const confirm = async () => {
    const { error } =
      file.run_id === null
        ? await deleteFolder({ id: chat.id, folderName: file.filename })
        : await deleteRun({ id: chat.id, run_id: file.run_id });
    if (error) showToast('error', `Error deleting folder: ${messageOf(error)}`);
    else showToast('success', 'Backtest folder deleted successfully');
    onClose();
  };
  return (
    <ConfirmDialog
      title="Delete Backtest Folder"
      text={
        <>
          This will permanently delete all files in the folder{' '}
          <bdi className={classes.name}>{file.filename}</bdi> and cannot be undone.
        </>
      }
      action="Delete"
      isDanger
      isBusy={run.isLoading || folder.isLoading}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
};
