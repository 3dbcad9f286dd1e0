// A strategy's trades: the price of each coin with its buys and sells, and the list of all trades.
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { TABLE_ROWS_SHOWN } from '@tradeium/contracts';
import { Suspense, useId, useMemo, useRef, useState } from 'react';
import { parseCsv } from '../../../lib/csv/csv.ts';
import { counted, signedMoney, wholeNumber } from '../../../lib/format.ts';
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import type { TimeRange } from '../curves/chart-range.ts';
import type { Row } from '../statistics/statistics-tables.ts';
import { useFolderRecord } from '../use-folder-record.ts';
import { spanWords } from './price-words.ts';
import { closesOf } from './prices.ts';
import {
  coinsOf,
  openProfit,
  partName,
  sumsOf,
  TRADE_AMOUNTS,
  type Trade,
  type TradeSums,
  tableIn,
  tradeHeading,
  tradesIn,
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

type PartProps = { trades: readonly Trade[]; range: TimeRange | null; onAll: () => void };

/** The part in the list below, and the way back to all of it. */
const Part = ({ trades, range, onAll }: PartProps) => {
  const part = useMemo(() => (range === null ? null : tradesIn(trades, range)), [trades, range]);
  const words = useRef<HTMLSpanElement>(null);
  // The button goes with the part, and the focus would go with it.
  const showAll = () => {
    words.current?.focus();
    onAll();
  };
  return (
    <div className={classes.part}>
      <span role="status" tabIndex={-1} ref={words}>
        {range === null || part === null
          ? 'The list has the trades of all coins. Drag over the chart, turn the wheel with Ctrl, or choose a range, to list only those of that time.'
          : `${spanWords(range)}: ${wholeNumber(part.length)} of ${counted(trades.length, 'trade', 'trades')}${closedWords(sumsOf(part))}`}
      </span>
      {range === null ? null : (
        <Button size="compact-xs" variant="default" onClick={showAll}>
          Show all trades
        </Button>
      )}
    </div>
  );
};

type PricesProps = {
  trades: readonly Trade[];
  statistics: Row;
  chatId: string;
  folderName: string;
  range: TimeRange | null;
  onRange: (range: TimeRange | null) => void;
};

const Prices = ({ trades, statistics, range, onRange, ...folder }: PricesProps) => {
  const selectId = useId();
  const coins = useMemo(() => coinsOf(trades), [trades]);
  const [chosen, setChosen] = useState(coins[0] ?? '');
  const daily = useMemo(() => closesOf(statistics, chosen), [statistics, chosen]);
  const own = useMemo(() => trades.filter(({ coin }) => coin === chosen), [trades, chosen]);
  if (!daily) return null;
  return (
    <>
      <div className={classes.head}>
        <div className={classes.coin}>
          <label htmlFor={selectId}>Price of</label>
          <NativeSelect
            id={selectId}
            size="xs"
            value={chosen}
            data={coins}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        </div>
      </div>
      <Suspense fallback={<Skeleton h={290} mx="md" />}>
        <PriceChart
          key={chosen}
          {...folder}
          coin={chosen}
          daily={daily}
          trades={own}
          range={range}
          onRange={onRange}
        />
      </Suspense>
      <Part trades={trades} range={range} onAll={() => onRange(null)} />
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
  const [range, setRange] = useState<TimeRange | null>(null);
  const listed = useMemo(
    () => (range === null || trades === null ? table : tableIn(table, trades, range)),
    [table, trades, range],
  );
  return (
    <div className={classes.view}>
      {trades ? (
        <div className={classes.head}>
          <Sums trades={trades} statistics={record ?? null} />
        </div>
      ) : null}
      {trades && trades.length > 0 && record ? (
        <Prices trades={trades} statistics={record} range={range} onRange={setRange} {...folder} />
      ) : null}
      <div className={classes.list}>
        <DataTable
          label="Trades"
          table={listed}
          rowsShown={TABLE_ROWS_SHOWN}
          filename={range === null ? filename : partName(filename, range)}
          amounts={TRADE_AMOUNTS}
          headingOf={tradeHeading}
          unitsNote="Price, fee and profit in USDT. Profit is of the position that a trade closes; a buy or a sell of a part of it has none (—)."
        />
      </div>
    </div>
  );
};
