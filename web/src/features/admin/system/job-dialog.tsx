// The dialog of a long job: what it does and why it is wanted, then its progress until it ends or is cancelled.
import { Button, Stack, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { requestOf } from '../../../core/endpoints.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx';
import { JobView } from './job-view.tsx';
import { useJob } from './use-job.ts';

const REASON_MAX = 500;

type JobDialogProps = {
  title: string;
  /** Names its progress. */
  label: string;
  /** The button that starts it. */
  action: string;
  /** Its last line when it found nothing. */
  clean: string;
  requestFor: (reason: string) => ReturnType<typeof requestOf>;
  onClose: () => void;
  /** The text that says what it does. */
  children: ReactNode;
};

/** Closing it while the job runs cancels the job, so a click outside does not close it. */
export const JobDialog = ({ title, label, action, clean, requestFor, onClose, children }: JobDialogProps) => {
  const [reason, setReason] = useState('');
  const { job, start, cancel } = useJob();
  const isRunning = job.state === 'running';
  const canStart = job.state === 'idle' || job.state === 'failed' || job.state === 'cancelled';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== '' && canStart) start(requestFor(reason.trim()));
  };
  return (
    <Dialog opened onClose={onClose} title={title} closeOnClickOutside={!isRunning}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {children}
          <Textarea
            label="Reason"
            description="Kept in the audit"
            maxLength={REASON_MAX}
            rows={2}
            value={reason}
            readOnly={!canStart}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <JobView label={label} job={job} clean={clean} onCancel={cancel} />
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {canStart ? 'Close' : isRunning ? 'Cancel and close' : 'Close'}
            </Button>
            {canStart ? (
              <Button type="submit" disabled={reason.trim() === ''}>
                {action}
              </Button>
            ) : null}
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
};
