// Figures of a tool's answer in words. Nothing is computed here: what the tool did not say is not said.

type Fields = Readonly<Record<string, unknown>>;

const MINUS = '−';

const numberIn = (fields: Fields, name: string): number | undefined => {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

export const percent = (share: number): string =>
  `${share < 0 ? MINUS : ''}${Math.abs(share * 100).toFixed(1)} %`;

export const decimal = (value: number): string => `${value < 0 ? MINUS : ''}${Math.abs(value).toFixed(2)}`;

/** The figures may stand in a field of their own. */
export const figuresOf = (fields: Fields): Fields =>
  typeof fields.figures === 'object' && fields.figures !== null ? (fields.figures as Fields) : fields;

const SHOWN: readonly (readonly [string, (value: number) => string])[] = [
  ['total_return', (value) => `total return ${percent(value)}`],
  ['sharpe', (value) => `Sharpe ${decimal(value)}`],
  ['max_drawdown', (value) => `maximum drawdown ${percent(-Math.abs(value))}`],
  ['turnover', (value) => `turnover ${decimal(value)} a year`],
];

/** "ran on 1460 bars, 9 coins: Sharpe 0.84, …". */
export const figuresInWords = (answer: Fields): string => {
  const fields = figuresOf(answer);
  const shown = SHOWN.flatMap(([name, words]) => {
    const value = numberIn(fields, name);
    return value === undefined ? [] : [words(value)];
  });
  const bars = numberIn(fields, 'bars');
  const coins = Array.isArray(fields.coins) ? fields.coins.length : numberIn(fields, 'coins');
  const on = [bars !== undefined && `${bars} bars`, coins !== undefined && `${coins} coins`].filter(Boolean);
  const dates = numberIn(answer, 'look_ahead_dates');
  return [
    `It ran${on.length > 0 ? ` on ${on.join(', ')}` : ''}${shown.length > 0 ? `: ${shown.join(', ')}` : ''}.`,
    dates === undefined ? '' : `No look-ahead at ${dates} dates.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
};

/** Findings as a list, the gravest first as the tool has them. */
export const findingsInWords = ({ findings }: Fields): string =>
  Array.isArray(findings)
    ? findings
        .map((finding) => (typeof finding === 'object' && finding !== null ? (finding as Fields) : {}))
        .filter(({ title }) => typeof title === 'string')
        .map(({ severity, title }) => `- ${severity}: ${title}`)
        .join('\n')
    : '';

export const turnoverOf = (answer: Fields): number | undefined => numberIn(figuresOf(answer), 'turnover');
