// Marks a result in a list that must not be trusted.
import { VisuallyHidden } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import { counted } from '../lib/format.ts';
import classes from './critical-mark.module.css';

/** Nothing where there is no critical finding. */
export const CriticalMark = ({ findings }: { findings: number | undefined }) => {
  if (!findings) return null;
  const words = counted(findings, 'critical finding', 'critical findings');
  return (
    <span className={classes.mark} title={`${words}: do not trust this result`}>
      <IconAlertOctagon size={14} stroke={2} aria-hidden />
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
};
