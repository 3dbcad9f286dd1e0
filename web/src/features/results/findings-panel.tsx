// Answers the first question about any result, which is whether it can be believed.
import type { Finding } from '@tradeium/contracts';
import { verdictOf } from '../../lib/findings.ts';
import { Findings, SeverityIcon } from '../../ui/findings.tsx';
import classes from './findings-panel.module.css';
import { Section } from './section.tsx';

/** The verdict, and below it each finding, worst first. */
export const FindingsPanel = ({ findings }: { findings: readonly Finding[] }) => {
  const { severity, text } = verdictOf(findings);
  return (
    <Section title="Can this result be believed?">
      <p className={classes.verdict}>
        <SeverityIcon severity={severity} />
        {text}
      </p>
      <Findings findings={findings} folded={false} />
    </Section>
  );
};
