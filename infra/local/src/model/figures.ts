// Figures of a tool's answer as text. Nothing is computed here: figures that the tool did not return are not mentioned.

type Fields = Readonly<Record<string, unknown>>;

/** As the product writes figures: `3,901.76`, `−38.00`. */
const written = (value: number, signDisplay: 'negative' | 'exceptZero'): string =>
  value
    .toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay })
    .replace('-', '−');

export const decimal = (value: number): string => written(value, 'negative');

export const percent = (share: number): string => `${decimal(share * 100)}\u202F%`;

/** A gain has its sign. */
export const signedPercent = (share: number): string => `${written(share * 100, 'exceptZero')}\u202F%`;

/** The tool's own sentence of what was verified. */
export const verifiedInWords = ({ verified }: Fields): string =>
  typeof verified === 'string' ? `${verified}.` : 'It ran.';

const FINDINGS_MAX = 6;

/** Objections to the result, the gravest first as the tool has it; notes and passed checks stand with the result. */
export const findingsInWords = ({ findings }: Fields): string =>
  (Array.isArray(findings) ? findings : [])
    .filter(({ severity, text }) => typeof text === 'string' && severity !== 'passed' && severity !== 'info')
    .slice(0, FINDINGS_MAX)
    .map(({ text }) => `- ${text}`)
    .join('\n');

type Compared = {
  readonly field: string;
  readonly name: string;
  readonly text: (value: number) => string;
  /** True if more of it is better; null where neither is. */
  readonly isMoreBetter: boolean | null;
};

const COMPARED: readonly Compared[] = [
  { field: 'turnover_per_year', name: 'Turnover a year', text: decimal, isMoreBetter: null },
  { field: 'total_return', name: 'Total return', text: signedPercent, isMoreBetter: true },
  { field: 'sharpe_ratio', name: 'Sharpe ratio', text: decimal, isMoreBetter: true },
  { field: 'max_drawdown', name: 'Max drawdown', text: percent, isMoreBetter: true },
];

/** The changes between two runs as a table, with what got better and worse, as far as both tools' answers say it. */
export const comparisonInWords = (before: Fields = {}, after: Fields = {}): string => {
  const rows = COMPARED.flatMap(({ field, ...compared }) => {
    const [old, fresh] = [before[field], after[field]];
    return typeof old === 'number' && typeof fresh === 'number' ? [{ ...compared, old, fresh }] : [];
  });
  if (rows.length === 0) return '';
  const table = [
    '| | Before | Now |',
    '| --- | ---: | ---: |',
    ...rows.map(({ name, text, old, fresh }) => `| ${name} | ${text(old)} | ${text(fresh)} |`),
  ].join('\n');
  const namesOf = (isBetter: boolean): string =>
    rows
      .filter(
        ({ isMoreBetter, old, fresh }) => isMoreBetter !== null && old !== fresh && fresh > old === isBetter,
      )
      .map(({ name }) => name.toLowerCase().replace('sharpe', 'Sharpe'))
      .join(', ');
  const [better, worse] = [namesOf(true), namesOf(false)];
  const words = [better && `Better now: ${better}.`, worse && `Worse now: ${worse}.`]
    .filter(Boolean)
    .join(' ');
  return `${table}\n\n${words}`.trim();
};
