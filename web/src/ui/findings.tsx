// Findings, one per line, distinguished by icon and word as well as colour.
import { VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconAlertOctagon,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
} from '@tabler/icons-react';
import { type Finding, type FindingSeverity, worstFirst } from '@tradeium/contracts';
import { isLoud, quietSummary, SEVERITY_NAMES, wordsOf } from '../lib/findings.ts';
import classes from './findings.module.css';

const SIGNS: Readonly<Record<FindingSeverity, Icon>> = {
  critical: IconAlertOctagon,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
  passed: IconCircleCheck,
};

/** The icon of a severity, in its colour. */
export const SeverityIcon = ({ severity }: { severity: FindingSeverity }) => {
  const Icon = SIGNS[severity];
  return <Icon size={18} stroke={1.8} aria-hidden className={classes.icon} data-severity={severity} />;
};

const Lines = ({ findings }: { findings: readonly Finding[] }) => (
  <ul className={classes.lines}>
    {findings.map((finding) => {
      const { title, text } = wordsOf(finding);
      return (
        <li
          key={`${finding.code}${JSON.stringify(finding.data)}`}
          className={classes.line}
          data-severity={finding.severity}
        >
          <SeverityIcon severity={finding.severity} />
          <p className={classes.words}>
            <VisuallyHidden>{SEVERITY_NAMES[finding.severity]}: </VisuallyHidden>
            <strong>{title}</strong> <span className={classes.text}>{text}</span>
          </p>
        </li>
      );
    })}
  </ul>
);

/** The worst first; notes and passed checks are folded away when `folded`. */
export const Findings = ({ findings, folded }: { findings: readonly Finding[]; folded: boolean }) => {
  const sorted = worstFirst(findings);
  const quiet = sorted.filter((finding) => !isLoud(finding));
  if (!folded || quiet.length === 0) return <Lines findings={sorted} />;
  return (
    <div className={classes.findings}>
      {quiet.length < sorted.length ? <Lines findings={sorted.filter(isLoud)} /> : null}
      <details className={classes.quiet}>
        <summary>{quietSummary(quiet)}</summary>
        <Lines findings={quiet} />
      </details>
    </div>
  );
};
