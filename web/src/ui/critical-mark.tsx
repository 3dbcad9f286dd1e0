// Marks a result in a list that must not be trusted: a sign for the eye, and words for a screen reader.
import { VisuallyHidden } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import { criticalWords } from '../lib/result-facts.ts';
import classes from './critical-mark.module.css';

/** Nothing is shown where there is none. */
type Marked = { findings: number | undefined };

export const CriticalSign = ({ findings }: Marked) =>
  findings ? (
    <span aria-hidden className={classes.mark} title={`${criticalWords(findings)}: do not trust this result`}>
      <IconAlertOctagon size={14} stroke={2} />
    </span>
  ) : null;

/** Apart from the sign where they would part what is read together. */
export const CriticalWords = ({ findings }: Marked) =>
  findings ? <VisuallyHidden>{criticalWords(findings)}</VisuallyHidden> : null;

export const CriticalMark = (marked: Marked) => (
  <>
    <CriticalSign {...marked} />
    <CriticalWords {...marked} />
  </>
);
