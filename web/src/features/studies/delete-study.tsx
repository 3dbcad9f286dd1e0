// Asks before a study that has ended is deleted.
import type { StudySummary } from '@tradeium/contracts';
import { messageOf } from '../../lib/failure.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { useDeleteStudyMutation } from './api.ts';

type DeleteStudyProps = {
  study: Pick<StudySummary, 'study_id' | 'backtest_id' | 'strategy_filename'>;
  onDeleted?: () => void;
  onClose: () => void;
};

export const DeleteStudyDialog = ({ study, onDeleted, onClose }: DeleteStudyProps) => {
  const [remove, { isLoading }] = useDeleteStudyMutation();
  const confirm = async () => {
    const { error } = await remove({ id: study.backtest_id, study_id: study.study_id });
    onClose();
    if (error) return showToast('error', `Error deleting study: ${messageOf(error)}`);
    showToast('success', 'Study deleted successfully');
    onDeleted?.();
  };
  return (
    <ConfirmDialog
      title="Delete Study"
      text={
        <>
          This will permanently delete the study of <bdi>{study.strategy_filename}</bdi> with all its points.
          This cannot be undone. Results that you kept of it stay, and its trials still count.
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
