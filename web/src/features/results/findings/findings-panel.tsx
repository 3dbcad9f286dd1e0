// The verdict on a result, with the findings behind it.
import type { Finding, FindingSeverity } from '@tradeium/contracts';
import type { ReactNode } from 'react';
import { isLoud, quietSummary, verdictOf } from '../../../lib/findings.ts';
import { Findings, SeverityIcon } from '../../../ui/findings.tsx';
import { Section } from '../section.tsx';
import classes from './findings-panel.module.css';

const QUESTION = 'Can this result be believed?';

type VerdictProps = { severity: FindingSeverity; text: string; children?: ReactNode };

/** The question, its answer in a line, and the findings behind it. */
export const Verdict = ({ severity, text, children }: VerdictProps) => (
  <Section title={QUESTION}>
    <p className={classes.verdict}>
      <SeverityIcon severity={severity} />
      {text}
    </p>
    {children}
  </Section>
);

/** The same in one line, which opens. */
const FoldedVerdict = ({ findings }: { findings: readonly Finding[] }) => {
  const { severity, text } = verdictOf(findings);
  return (
    <section aria-label={QUESTION} className={classes.line} data-severity={severity}>
      <details>
        <summary>
          <SeverityIcon severity={severity} />
          <strong>{text}</strong>
          <span className={classes.more}>
            {quietSummary(
              severity === 'passed' ? findings.filter((one) => one.severity !== 'passed') : findings,
            )}
          </span>
        </summary>
        <Findings findings={findings} folded={false} />
      </details>
    </section>
  );
};

type FindingsPanelProps = {
  findings: readonly Finding[];
  /** In one line whatever was found, where other things come first. */
  folded?: boolean;
};

/** One line when nothing speaks against the result; otherwise what does, worst first, with the rest folded away. */
export const FindingsPanel = ({ findings, folded = false }: FindingsPanelProps) =>
  folded || !findings.some(isLoud) ? (
    <FoldedVerdict findings={findings} />
  ) : (
    <Verdict {...verdictOf(findings)}>
      <Findings findings={findings} folded />
    </Verdict>
  );
