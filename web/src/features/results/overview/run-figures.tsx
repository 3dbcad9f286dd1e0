// The handful of figures that decide whether a result is worth a closer look.
import { Text } from '@mantine/core';
import {
  dayName,
  isLoss,
  isPositive,
  signedPercent,
  signedPoints,
  wholeNumber,
} from '../../../lib/format.ts';
import { annualisedWords } from '../../../lib/returns/annualised.ts';
import { type Held, HOLD_ALL_COINS, returnTone } from '../../../lib/returns/held-return.ts';
import type { RangeFigures } from '../curves/range-figures.ts';
import { annualisedRun } from '../statistics/annualised.ts';
import { heldCoins } from '../statistics/held-coins.ts';
import type { Row } from '../statistics/statistics-tables.ts';
import classes from './key-figures.module.css';
import { MAIN_FIGURES } from './main-figures.ts';

/** With two decimals. */
const DIGITS_MAX = 8;

/** Decimals that nobody reads do not fit next to eight digits: the number is rounded, and all of them are in the title. */
const atAGlance = (text: string): string =>
  text.replace(/\D/g, '').length > DIGITS_MAX
    ? text.replace(/[\d,]+\.\d+/, (digits) => wholeNumber(Math.round(Number(digits.replaceAll(',', '')))))
    : text;

type Tone = ReturnType<typeof returnTone>;
type FigureProps = { label: string; text: string; tone: Tone; meaning?: string; isWide?: boolean };

const Figure = ({ label, text, tone, meaning, isWide = false }: FigureProps) => {
  const shown = atAGlance(text);
  return (
    <div className={classes.figure} data-wide={isWide || undefined}>
      <Text component="dt" size="xs" c="dimmed" title={meaning}>
        {label}
      </Text>
      <dd className={classes.value} data-tone={tone} title={shown === text ? undefined : text}>
        {shown}
      </dd>
    </div>
  );
};

/** Who is ahead by how much, with the benchmark to beat: a good return says little where holding has made more. */
const AgainstHolding = ({ own, held, name }: { own: unknown; held: number | null; name: string }) => {
  const text = signedPoints(typeof own === 'number' && held !== null ? own - held : null);
  return (
    <Figure
      label={`vs ${name} ${signedPercent(held)}`}
      text={text}
      isWide
      tone={isLoss(text) ? 'loss' : isPositive(text) ? 'gain' : undefined}
      meaning="The total return minus the return of buying equal parts of the coins at the start and holding them, in percentage points."
    />
  );
};

const ANNUAL = ['cagr', 'sharpe_ratio'];

/** `CAGR and Sharpe annualised from 34 days`; null where neither is known, or they are of a year or more. */
const annualNote = (shown: Row, words: string | null): string | null => {
  const labels = MAIN_FIGURES.filter(([key]) => ANNUAL.includes(key) && typeof shown[key] === 'number').map(
    ([, label]) => label,
  );
  return words === null || labels.length === 0 ? null : `${labels.join(' and ')} ${words}`;
};

/** The figures of a run or of a part of it, with what is held instead: its return goes with the part. */
const shownOf = (record: Row, zoomed: RangeFigures | null) => {
  const held: Held | null = heldCoins(record);
  return {
    shown: (zoomed ?? record) as Row,
    held: (zoomed ? zoomed.held_return : held?.totalReturn) ?? null,
    name: held === null ? HOLD_ALL_COINS : `Hold ${held.name}`,
  };
};

const RETURNS = ['total_return', 'cagr'];

type RunFiguresProps = {
  record: Row;
  /** The same figures of the part that the charts show; null for the whole run. */
  zoomed: RangeFigures | null;
};

/** Some figures of these statistics, or of what the charts are zoomed into. */
export const RunFigures = ({ record, zoomed }: RunFiguresProps) => {
  const { shown, held, name } = shownOf(record, zoomed);
  const tone = returnTone(shown.total_return, held);
  const toneOf = (key: string, text: string): Tone => {
    if (RETURNS.includes(key)) return tone;
    return isLoss(text) ? 'loss' : undefined;
  };
  const [total, ...others] = MAIN_FIGURES.map(([key, label, write]) => {
    const text = write(shown[key]);
    return <Figure key={key} label={label} text={text} tone={toneOf(key, text)} />;
  });
  const annual = annualNote(shown, zoomed ? annualisedWords(zoomed.range) : annualisedRun(record));
  return (
    <div>
      <dl className={classes.figures}>
        {total}
        <AgainstHolding own={shown.total_return} held={held} name={name} />
        {others}
      </dl>
      <p
        className={classes.range}
        data-whole={(zoomed === null && annual === null) || undefined}
        role="status"
      >
        {zoomed
          ? `For the range shown, ${dayName(zoomed.range.from)} – ${dayName(zoomed.range.to - 1)}`
          : 'For the whole run'}
        {annual === null ? '' : `; ${annual}`}
      </p>
    </div>
  );
};
