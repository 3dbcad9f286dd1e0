// Findings as the page shows them: the worst first, with an overall verdict.
import {
  FINDING_SEVERITIES,
  FINDINGS,
  type Finding,
  type FindingCode,
  type FindingSeverity,
  findingText,
  worstFirst,
} from '@tradeium/contracts';
import { counted, datesWritten, figuresWritten, percentsWritten } from './format.ts';
import { criticalWords } from './result-facts.ts';

const isFinding = (value: unknown): value is Finding => {
  if (typeof value !== 'object' || value === null) return false;
  const { code, severity, data } = value as Record<string, unknown>;
  return (
    typeof code === 'string' &&
    FINDING_SEVERITIES.includes(severity as FindingSeverity) &&
    typeof data === 'object' &&
    data !== null
  );
};

/** The findings that a run's statistics hold, worst first. */
export const findingsOf = ({ findings }: Readonly<Record<string, unknown>>): Finding[] =>
  Array.isArray(findings) ? worstFirst(findings.filter(isFinding)) : [];

/** The word for each severity, for readers who see no colour. */
export const SEVERITY_NAMES: Readonly<Record<FindingSeverity, string>> = {
  critical: 'Critical',
  warning: 'Warning',
  info: 'Note',
  passed: 'Passed',
};

/** Its numbers as the screen writes numbers, unrounded: two that differ must not read alike. */
const withFigures = ({ code, data }: Finding): Pick<Finding, 'code' | 'data'> => ({
  code,
  data: Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      name === 'line' ? value : figuresWritten(String(value)),
    ]),
  ),
});

/** Title and text of a finding; an unknown one shows at least its code. */
export const wordsOf = (finding: Finding): { title: string; text: string } =>
  finding.code in FINDINGS
    ? {
        title: FINDINGS[finding.code].title,
        text: datesWritten(percentsWritten(findingText(withFigures(finding)))),
      }
    : { title: finding.code, text: 'Reload the page to read what this finding means.' };

/** True if a finding asks the reader to do something, or only to know. */
export const isLoud = ({ severity }: Finding): boolean => severity === 'critical' || severity === 'warning';

const having = (findings: readonly Finding[], severity: FindingSeverity): number =>
  findings.filter((finding) => finding.severity === severity).length;

const has = (findings: readonly Finding[], code: FindingCode): boolean =>
  findings.some((finding) => finding.code === code);

/** The quiet ones in a line: `3 checks passed, 1 note`. */
export const quietSummary = (findings: readonly Finding[]): string => {
  const passed = having(findings, 'passed');
  const notes = having(findings, 'info');
  return [
    passed > 0 ? `${counted(passed, 'check', 'checks')} passed` : '',
    notes > 0 ? counted(notes, 'note', 'notes') : '',
  ]
    .filter(Boolean)
    .join(', ');
};

/** The answer to 'Can this result be believed?', and how loud it has to be said. */
export const verdictOf = (findings: readonly Finding[]): { severity: FindingSeverity; text: string } => {
  const critical = having(findings, 'critical');
  const warnings = having(findings, 'warning');
  const warned = warnings > 0 ? counted(warnings, 'warning', 'warnings') : '';
  if (critical > 0) {
    const counts = [criticalWords(critical), warned].filter(Boolean).join(', ');
    return { severity: 'critical', text: `No, do not trust it: ${counts}` };
  }
  if (warnings > 0) return { severity: 'warning', text: `With care: ${warned}` };
  if (!has(findings, 'NO_LOOK_AHEAD')) return { severity: 'info', text: 'Not tested for look-ahead' };
  if (has(findings, 'SHARPE_RATIO_UNCERTAIN') || has(findings, 'LUCK_OF_TRIALS'))
    return { severity: 'info', text: 'No warnings; read the notes' };
  return { severity: 'passed', text: 'No look-ahead found; costs and data checked' };
};

/** The objection to a result: the gravest finding, and how many others are loud; null for none. */
export const objectionOf = (
  findings: readonly Finding[],
): { severity: FindingSeverity; text: string; detail: string; more: number } | null => {
  const [gravest, ...others] = worstFirst(findings.filter(isLoud));
  if (!gravest) return null;
  const { severity } = gravest;
  const word = severity === 'critical' ? 'Critical' : 'Warning';
  const { title, text } = wordsOf(gravest);
  return { severity, text: `${word}: ${title}`, detail: text, more: others.length };
};
