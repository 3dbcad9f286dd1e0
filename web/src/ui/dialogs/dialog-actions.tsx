// The end of a dialog: its buttons, and what went wrong, stay in sight however long the dialog is.
import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailureAlert } from '../loading/failure-alert.tsx';
import classes from './dialog-actions.module.css';

type DialogActionsProps = { problem?: string | null; children: ReactNode };

export const DialogActions = ({ problem = null, children }: DialogActionsProps) => (
  <Stack gap="xs" className={classes.actions ?? ''}>
    {problem === null ? null : <FailureAlert>{problem}</FailureAlert>}
    <Group justify="flex-end">{children}</Group>
  </Stack>
);
