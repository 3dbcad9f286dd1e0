// What a strategy did: the price of each coin with its buys and sells, and the list of all trades.
import { NativeSelect, Skeleton } from '@mantine/core';
import { TABLE_ROWS_SHOWN } from '@tradeium/contracts';
import { Suspense, useMemo, useState } from 'react';
import { parseCsv } from '../../../lib/csv/csv.ts';
import { counted, signedMoney, wholeNumber } from '../../../lib/format.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import type { Row } from '../statistics/statistics-tables.ts';
import { useFolderRecord } from '../use-folder-record.ts';
import { MARKS_MAX, marksOf, pricesOf } from './price-figure.ts';
import {
  coinsOf,
  openProfit,
  sumsOf,
  TRADE_AMOUNTS,
  type Trade,
  type TradeSums,
  tradeHeading,
  tradesOf,
} from './trades.ts';
import classes from './trades-view.module.css';

const PriceChart = lazyNamed(() => import('./price-chart.tsx'), 'PriceChart');

const closedWords = ({ closed, wins, profit }: TradeSums): string =>
  closed > 0
    ? ` · ${counted(closed, 'closed position', 'closed positions')}, ${wholeNumber(wins)} of them with a profit · ${signedMoney(profit)} realised by closed positions`
    : ' · no closed positions';

const openWords = (open: ReturnType<typeof openProfit>): string =>
  open === null
    ? ''
    : ` · ${signedMoney(open.profit)} by positions still open · ${signedMoney(open.total)} in all`;

type SumsProps = { trades: readonly Trade[]; statistics: Row | null };

const Sums = ({ trades, statistics }: SumsProps) => {
  const sums = useMemo(() => sumsOf(trades), [trades]);
  const { trades: count } = sums;
  const all = statistics?.fills;
  const isPart = typeof all === 'number' && all > count;
  return (
    <p className={classes.sums}>
      {isPart
        ? `The newest ${wholeNumber(count)} of ${counted(all, 'trade', 'trades')}`
        : counted(count, 'trade', 'trades')}
      {closedWords(sums)}
      {isPart ? '' : openWords(openProfit(sums, statistics))}
    </p>
  );
};

type PricesProps = { trades: readonly Trade[]; statistics: Row; chatId: string; folderName: string };

const Prices = ({ trades, statistics, ...folder }: PricesProps) => {
  const coins = useMemo(() => coinsOf(trades), [trades]);
  const [chosen, setChosen] = useState(coins[0] ?? '');
  const daily = useMemo(() => pricesOf(statistics, chosen), [statistics, chosen]);
  const marks = useMemo(() => marksOf(trades, chosen), [trades, chosen]);
  if (!daily) return null;
  return (
    <>
      <div className={classes.head}>
        <NativeSelect
          size="xs"
          label="Price of"
          value={chosen}
          data={coins}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <span className={classes.legend}>
          ▲ buy · ▼ sell
          {marks.length === MARKS_MAX ? ` · the newest ${wholeNumber(MARKS_MAX)} are marked` : ''}
        </span>
      </div>
      <Suspense fallback={<Skeleton h={230} mx="md" />}>
        <PriceChart key={chosen} {...folder} coin={chosen} daily={daily} marks={marks} />
      </Suspense>
    </>
  );
};

type TradesViewProps = {
  text: string;
  /** Of the download. */
  filename: string;
  chatId: string;
  folderName: string;
};

/** The list can be shown without the statistics, which have the prices. */
export const TradesView = ({ text, filename, ...folder }: TradesViewProps) => {
  const table = useMemo(() => parseCsv(text), [text]);
  const trades = useMemo(() => tradesOf(table), [table]);
  const { record } = useFolderRecord(folder, 'Statistics');
  return (
    <div className={classes.view}>
      {trades ? (
        <div className={classes.head}>
          <Sums trades={trades} statistics={record ?? null} />
        </div>
      ) : null}
      {trades && trades.length > 0 && record ? (
        <Prices trades={trades} statistics={record} {...folder} />
      ) : null}
      <div className={classes.list}>
        <DataTable
          label="Trades"
          table={table}
          rowsShown={TABLE_ROWS_SHOWN}
          filename={filename}
          amounts={TRADE_AMOUNTS}
          headingOf={tradeHeading}
          unitsNote="Price, fee and profit in USDT."
        />
      </div>
    </div>
  );
};
