// The verdict on a result in one line, which leads to the reasons.
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { FindingSeverity } from '@tradeium/contracts';
import { SeverityIcon } from '../../../ui/findings.tsx';
import classes from './verdict-line.module.css';

type VerdictLineProps = {
  severity: FindingSeverity;
  text: string;
  /** The finding, as far as there is room. */
  detail?: string;
  /** So many others are as loud. */
  more?: number;
  onRead: () => void;
};

/** A button in the colour of the severity; a long text is cut, how many more there are is not. */
export const VerdictLine = ({ severity, text, detail, more = 0, onRead }: VerdictLineProps) => (
  <UnstyledButton
    className={classes.line ?? ''}
    data-severity={severity}
    title="Read the findings"
    onClick={onRead}
  >
    <SeverityIcon severity={severity} />
    <strong className={classes.text}>{text}</strong>
    {detail === undefined ? null : <span className={classes.detail}>{detail}</span>}
    {more > 0 ? <span className={classes.more}>and {more} more</span> : null}
    <IconChevronDown size={16} stroke={1.8} aria-hidden className={classes.arrow} />
  </UnstyledButton>
);
