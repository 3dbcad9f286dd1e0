// The verdict on a result, with the findings behind it.
import type { Finding, FindingSeverity } from '@tradeium/contracts';
import type { ReactNode } from 'react';
import { verdictOf } from '../../../lib/findings.ts';
import { Findings, SeverityIcon } from '../../../ui/findings.tsx';
import { Section } from '../section.tsx';
import classes from './findings-panel.module.css';

type VerdictProps = { severity: FindingSeverity; text: string; children?: ReactNode };

/** The question, its answer in a line, and the findings behind it. */
export const Verdict = ({ severity, text, children }: VerdictProps) => (
  <Section title="Can this result be believed?">
    <p className={classes.verdict}>
      <SeverityIcon severity={severity} />
      {text}
    </p>
    {children}
  </Section>
);

/** The verdict, and below it each finding, worst first. */
export const FindingsPanel = ({ findings }: { findings: readonly Finding[] }) => (
  <Verdict {...verdictOf(findings)}>
    <Findings findings={findings} folded={false} />
  </Verdict>
);
