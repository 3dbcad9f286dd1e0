// Figures of a tool's answer as text. Nothing is computed here: what the tool did not say is not said.

type Fields = Readonly<Record<string, unknown>>;

const MINUS = '−';

export const percent = (share: number): string =>
  `${share < 0 ? MINUS : ''}${Math.abs(share * 100).toFixed(1)} %`;

export const decimal = (value: number): string => `${value < 0 ? MINUS : ''}${Math.abs(value).toFixed(2)}`;

/** The tool's own sentence of what was verified. */
export const verifiedInWords = ({ verified }: Fields): string =>
  typeof verified === 'string' ? `${verified}.` : 'It ran.';

const FINDINGS_MAX = 6;

/** What speaks against the result, the gravest first as the tool has it; notes and passed checks stand with the result. */
export const findingsInWords = ({ findings }: Fields): string =>
  (Array.isArray(findings) ? findings : [])
    .filter(({ severity, text }) => typeof text === 'string' && severity !== 'passed' && severity !== 'info')
    .slice(0, FINDINGS_MAX)
    .map(({ text }) => `- ${text}`)
    .join('\n');

export const turnoverOf = ({ turnover_per_year: turnover }: Fields): number | undefined =>
  typeof turnover === 'number' ? turnover : undefined;
