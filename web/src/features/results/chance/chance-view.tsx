// Shows the work of chance on a result: bands around its equity, random portfolios, and its parts before and in a crisis.
import { Skeleton, Text } from '@mantine/core';
import { type ReactNode, Suspense, useMemo } from 'react';
import {
  amount,
  dayName,
  lastDay,
  monthName,
  percent,
  ratio,
  shortDate,
  signedPercent,
  utcDateTime,
  wholeNumber,
  wholePercent,
} from '../../../lib/format.ts';
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';
import { HOLD_ALL_COINS } from '../../../lib/returns/held-return.ts';
import { Fold } from '../../../ui/fold.tsx';
import { Section } from '../section.tsx';
import { type Column, FiguresTable } from '../statistics/figures-table.tsx';
import { recordOf } from '../statistics/statistics.ts';
import type { Row } from '../statistics/statistics-tables.ts';
import { type Bands, bandsOf, bornOnOf, crisesOf, partOf, within } from './chance-record.ts';
import classes from './chance-view.module.css';
import { BANDS_MEANING, drawnWords, endWords, randomWords, shareWords } from './chance-words.ts';

const BandChart = lazyNamed(() => import('./band-chart.tsx'), 'BandChart');

type Write = (value: unknown) => string;
/** A figure as a row: its key, its name and its unit. */
type Line = readonly [key: string, label: string, write: Write];

const GROWTH: Line = ['cagr', 'CAGR', signedPercent];
const RETURN: Line = ['total_return', 'Total return', signedPercent];
const SHARPE: Line = ['sharpe_ratio', 'Sharpe ratio', ratio];
const DRAWDOWN: Line = ['max_drawdown', 'Max drawdown', percent];
const EXPOSURE: Line = ['average_exposure', 'Average exposure', percent];
const TURNOVER: Line = ['turnover_per_year', 'Turnover a year', ratio];

const written = (value: unknown, { write }: Row): string => (write as Write)(value);

const QUANTILES: readonly Column[] = (['p5', 'p25', 'p50', 'p75', 'p95'] as const).map((key) => {
  const label = wholePercent(Number(key.slice(1)) / 100);
  return { key, label, write: written, meaning: `${label} of the draws have a lower figure.` };
});
const OWN: readonly Column[] = [
  { key: 'label', label: 'Figure', write: String },
  { key: 'own', label: 'This run', write: written },
];
const SHARE: Column = {
  key: 'share',
  label: 'As good or better',
  write: percent,
  meaning: 'The share of the portfolios, the strategy among them, whose figure is at least as good.',
};

const linesOf = (lines: readonly Line[], own: Row, drawn: Row): Row[] =>
  lines.map(([key, label, write]) => ({ key, label, write, own: own[key], ...within(drawn, key) }));

const NoFigures = ({ reason }: { reason: string | null }) => (
  <Text size="sm" c="dimmed">
    {reason ?? 'There are no figures.'}
  </Text>
);

const BAND_COLUMNS: readonly Column[] = [
  { key: 'day', label: 'Day', write: String },
  { key: 'portfolio', label: 'This run', write: amount },
  ...QUANTILES.map((column) => ({ ...column, write: amount })),
];
/** So many days are enough for a table. */
const TABLE_ROWS = 24;

const BandTable = ({ bands }: { bands: Bands }) => {
  const points = bands.times.length;
  const rows = Math.min(points, TABLE_ROWS);
  const places = Array.from({ length: rows }, (_, at) => Math.round(((at + 1) * points) / rows) - 1);
  return (
    <FiguresTable
      label="The bands, in USDT"
      columns={BAND_COLUMNS}
      rows={places.map((place) => ({
        day: dayName((bands.times[place] as number) - 1),
        ...Object.fromEntries(
          Object.entries(bands).map(([name, values]) => [name, (values as Float64Array)[place]]),
        ),
      }))}
    />
  );
};

const Drawn = ({ figures }: { figures: Row }) => {
  const bands = useMemo(() => bandsOf(figures), [figures]);
  const ends = bands && endWords(bands, figures.loss_share);
  return (
    <>
      {ends ? <p className={classes.text}>{`${ends} ${BANDS_MEANING}`}</p> : null}
      {bands ? (
        <figure
          className={classes.figure}
          aria-label={`Equity of this run within the bands of the draws. ${ends}`}
        >
          <Suspense fallback={<Skeleton h={300} />}>
            <BandChart bands={bands} />
          </Suspense>
        </figure>
      ) : null}
      <FiguresTable
        label="Figures of the draws"
        columns={[...OWN, ...QUANTILES]}
        rows={linesOf([GROWTH, SHARPE, DRAWDOWN], within(figures, 'run'), figures)}
      />
      {bands ? (
        <Fold label="The bands as a table">{(isOpen) => (isOpen ? <BandTable bands={bands} /> : null)}</Fold>
      ) : null}
    </>
  );
};

const Draws = ({ record }: { record: Row }) => {
  const part = partOf(record, 'bootstrap');
  if (!part) return null;
  const { figures, reason } = part;
  return (
    <Section title="What chance would do" {...(figures && { note: drawnWords(figures) })}>
      {figures ? <Drawn figures={figures} /> : <NoFigures reason={reason} />}
    </Section>
  );
};

const Random = ({ record }: { record: Row }) => {
  const part = partOf(record, 'random_portfolios');
  if (!part) return null;
  const { figures, reason } = part;
  if (!figures)
    return (
      <Section title="Random portfolios">
        <NoFigures reason={reason} />
      </Section>
    );
  const shares = within(figures, 'at_least_as_good');
  const lines = linesOf(
    [RETURN, SHARPE, DRAWDOWN, EXPOSURE, TURNOVER],
    within(figures, 'strategy'),
    within(figures, 'random'),
  );
  return (
    <Section title="Random portfolios" note={randomWords(figures)}>
      <p className={classes.text}>{shareWords(shares.total_return)}</p>
      <FiguresTable
        label="Figures of the random portfolios"
        columns={[...OWN, SHARE, ...QUANTILES]}
        rows={lines.map((line) => ({ ...line, share: shares[String(line.key)] }))}
      />
    </Section>
  );
};

const SPAN_COLUMNS: readonly Column[] = [
  { key: 'span', label: 'Span', write: (value) => (value === 'before' ? 'Before' : 'After') },
  { key: 'start', label: 'From', write: (value) => shortDate(String(value).slice(0, 10)) },
  { key: 'end', label: 'To', write: (value) => lastDay(String(value)) },
  { key: 'bars', label: 'Bars', write: wholeNumber },
  { key: 'total_return', label: 'Return', write: signedPercent },
  { key: 'sharpe_ratio', label: 'Sharpe ratio', write: ratio },
  { key: 'max_drawdown', label: 'Max drawdown', write: percent },
];

const BornOn = ({ record }: { record: Row }) => {
  const born = bornOnOf(record);
  if (!born) return null;
  const { bornAt, spans, reason } = born;
  const at = bornAt === null ? '' : `First saved on ${utcDateTime(bornAt)}. `;
  return (
    <Section
      title="Before and after the strategy was first saved"
      note={`${at}Its author can have known what came before; what came after tests it.`}
    >
      {spans.length > 0 ? (
        <FiguresTable label="Before and after" columns={SPAN_COLUMNS} rows={spans} />
      ) : (
        <NoFigures reason={reason} />
      )}
    </Section>
  );
};

const CRISIS_COLUMNS: readonly Column[] = [
  {
    key: 'crisis',
    label: 'Month',
    write: (_, { month, name }) => `${monthName(Date.parse(`${month}-01`))}: ${name}`,
  },
  { key: 'strategy_return', label: 'This run', write: signedPercent },
  { key: 'strategy_drawdown', label: 'Its max drawdown', write: percent },
  { key: 'basket_return', label: HOLD_ALL_COINS, write: signedPercent },
  { key: 'basket_drawdown', label: 'Its max drawdown', write: percent },
  { key: 'btc_return', label: 'Hold BTC', write: signedPercent },
  { key: 'btc_drawdown', label: 'Its max drawdown', write: percent },
];

const Crises = ({ record }: { record: Row }) => {
  const crises = crisesOf(record);
  if (!crises) return null;
  return (
    <Section title="In crises" note="Months in which prices fell hard, if they lie wholly in the range.">
      {crises.length > 0 ? (
        <FiguresTable label="Crises" columns={CRISIS_COLUMNS} rows={crises} />
      ) : (
        <NoFigures reason="None of March 2020, May 2021, May 2022 and November 2022 lies wholly in the range." />
      )}
    </Section>
  );
};

/** Everything that the file says; the fallback when the text is not a JSON object. */
export const ChanceView = ({ text, fallback }: { text: string; fallback: ReactNode }) => {
  const record = useMemo(() => recordOf(text), [text]);
  if (!record) return fallback;
  return (
    <div className={classes.view}>
      <Draws record={record} />
      <Random record={record} />
      <BornOn record={record} />
      <Crises record={record} />
    </div>
  );
};
