// All statistics of a run: the run and its benchmarks, tables, and every figure.
import { Table } from '@mantine/core';
import { isLoss } from '../../../lib/format.ts';
import { Section } from '../section.tsx';
import { annualisedRun } from './annualised.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { FiguresTable } from './figures-table.tsx';
import { MonthlyReturns } from './monthly-returns.tsx';
import { lettersNote } from './period-words.ts';
import { comparisonOf, groupsOf, type StatisticGroup } from './statistics.ts';
import { type Row, rowsOf, yearsOf } from './statistics-tables.ts';
import classes from './statistics-view.module.css';
import { COIN_COLUMNS, DRAWDOWN_COLUMNS } from './table-columns.ts';
import { Meanings, Term } from './term.tsx';

const Group = ({ title, lines }: StatisticGroup) => (
  <Section title={title}>
    <Table verticalSpacing={5} horizontalSpacing={0} aria-label={title}>
      <Table.Tbody>
        {lines.map(({ key, label, meaning, text }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" fw="var(--weight-regular)" c="dimmed">
              <Term label={label} meaning={meaning} />
            </Table.Th>
            <Table.Td ta="right" data-loss={isLoss(text) || undefined}>
              {text}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
    <Meanings of={lines} />
  </Section>
);

const Tables = ({ statistics }: { statistics: Row }) => {
  const comparison = comparisonOf(statistics);
  const years = yearsOf(statistics);
  const drawdowns = rowsOf(statistics, 'worst_drawdowns');
  const coins = rowsOf(statistics, 'coins');
  return (
    <>
      {comparison ? (
        <Section title="Against the benchmarks">
          <ComparisonTable {...comparison} />
        </Section>
      ) : null}
      <div className={classes.column}>
        {drawdowns.length > 0 ? (
          <Section title="Worst drawdowns">
            <FiguresTable label="Worst drawdowns" columns={DRAWDOWN_COLUMNS} rows={drawdowns} />
          </Section>
        ) : null}
        {coins.length > 0 ? (
          <Section title="Return and cost by coin">
            <FiguresTable label="Coins" columns={COIN_COLUMNS} rows={coins} sortedBy="contribution" />
          </Section>
        ) : null}
      </div>
      {years.length > 0 ? (
        <div className={classes.wide}>
          <Section title="Returns by month" note="In percent; the first and last month may be partial.">
            <MonthlyReturns years={years} />
          </Section>
        </div>
      ) : null}
    </>
  );
};

/** Everything that the statistics say but their findings. */
export const AllStatistics = ({ statistics }: { statistics: Row }) => {
  const annual = annualisedRun(statistics);
  return (
    <>
      <p className={classes.letters}>
        {annual === null ? '' : `CAGR, volatility and the ratios are ${annual}. `}
        {lettersNote(statistics)}
      </p>
      <div className={classes.tables}>
        <Tables statistics={statistics} />
      </div>
      <div className={classes.groups}>
        {groupsOf(statistics).map((group) => (
          <Group key={group.title} {...group} />
        ))}
      </div>
    </>
  );
};
