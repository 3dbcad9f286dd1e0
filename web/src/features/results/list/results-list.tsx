// The results of a chat: found, put in order, opened, and chosen for a comparison.
import { Button, Checkbox, Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconScale, IconSearch } from '@tabler/icons-react';
import { type ResultFacts, rangeOfDays, type SessionFile } from '@tradeium/contracts';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { counted, dayName, percent, ratio, signedPercent } from '../../../lib/format.ts';
import type { Item } from '../../../lib/item-key.ts';
import {
  COMPARED_MAX,
  COMPARED_MIN,
  listDifferences,
  resultName,
  runWords,
  unbroken,
} from '../../../lib/result-facts.ts';
import { annualisedWords } from '../../../lib/returns/annualised.ts';
import { heldOfFacts, returnTone } from '../../../lib/returns/held-return.ts';
import { CriticalMark } from '../../../ui/critical-mark.tsx';
import { ReturnFigure } from '../../../ui/figures/return-figure.tsx';
import classes from './results-list.module.css';
import {
  areRangesUneven,
  FIRST_ORDER,
  type Order,
  type OrderBy,
  orderAfter,
  searchedResults,
  sortedResults,
} from './results-order.ts';

const COLUMNS: readonly (readonly [by: OrderBy, label: string])[] = [
  ['name', 'Result'],
  ['total_return', 'Total return'],
  ['cagr', 'CAGR'],
  ['max_drawdown', 'Max drawdown'],
  ['sharpe_ratio', 'Sharpe'],
  ['created', 'Ended'],
];

type HeadProps = { columns: typeof COLUMNS; order: Order; onOrder: (by: OrderBy) => void };

const Head = ({ columns, order, onOrder }: HeadProps) => (
  <thead>
    <tr>
      <th>
        <span className={classes.hidden}>Compare</span>
      </th>
      {columns.map(([by, label]) => {
        const Arrow = order.isDescending ? IconArrowDown : IconArrowUp;
        const isOrder = order.by === by;
        return (
          <th
            key={by}
            scope="col"
            data-column={by}
            aria-sort={isOrder ? (order.isDescending ? 'descending' : 'ascending') : undefined}
          >
            <UnstyledButton className={classes.sort ?? ''} onClick={() => onOrder(by)}>
              {label}
              {isOrder ? <Arrow size={13} aria-hidden /> : null}
            </UnstyledButton>
          </th>
        );
      })}
    </tr>
  </thead>
);

type LineProps = {
  file: SessionFile;
  /** The settings in which it differs from the others, besides coins, interval and range. */
  differences: string;
  isChosen: boolean;
  /** The list shows the return of a year. */
  hasCagr: boolean;
  /** As many as can be compared are chosen already. */
  isFull: boolean;
  onChoose: () => void;
  onOpen: () => void;
};

/** In the colour of the total return; less than a year says so. */
const Cagr = ({ result }: { result: ResultFacts | null }) => {
  const days = result && typeof result.cagr === 'number' ? rangeOfDays(result) : null;
  const words = days && annualisedWords({ from: days.fromMs, to: days.untilMs });
  return (
    <td data-column="cagr">
      <span data-tone={returnTone(result?.total_return, result?.benchmark_return)}>
        {signedPercent(result?.cagr)}
      </span>
      {words ? <span className={classes.annual}>{words}</span> : null}
    </td>
  );
};

const Line = ({ file, differences, hasCagr, isChosen, isFull, onChoose, onOpen }: LineProps) => {
  const id = useId();
  const name = resultName(file);
  const { result } = file;
  return (
    <tr data-chosen={isChosen || undefined}>
      <td>
        {/* The cell around the box takes the press too. */}
        <label className={classes.check} htmlFor={id}>
          <Checkbox
            id={id}
            size="sm"
            aria-label={`Compare ${name}, ${dayName(file.created_at * 1_000)}`}
            checked={isChosen}
            disabled={isFull && !isChosen}
            onChange={onChoose}
          />
        </label>
      </td>
      <th scope="row" data-column="name">
        <UnstyledButton className={classes.name ?? ''} onClick={onOpen}>
          <bdi>{name}</bdi>
        </UnstyledButton>
        {result ? (
          <span className={classes.facts}>
            {name === result.strategy ? '' : `${result.strategy} · `}
            {unbroken([runWords(result), differences].filter(Boolean).join(' · '))}
          </span>
        ) : null}
      </th>
      <td data-column="total_return">
        <ReturnFigure
          own={result?.total_return}
          held={result && heldOfFacts(result)}
          isStacked
          mark={result?.critical_findings ? <CriticalMark findings={result.critical_findings} /> : null}
        />
      </td>
      {hasCagr ? <Cagr result={result} /> : null}
      <td data-column="max_drawdown" data-tone={(result?.max_drawdown ?? 0) < 0 ? 'loss' : undefined}>
        {percent(result?.max_drawdown)}
      </td>
      <td data-column="sharpe_ratio">{ratio(result?.sharpe_ratio)}</td>
      <td data-column="created">{dayName(file.created_at * 1_000)}</td>
    </tr>
  );
};

type CompareBarProps = { chosen: readonly string[]; onCompare: () => void; onNone: () => void };

const CompareBar = ({ chosen, onCompare, onNone }: CompareBarProps) => (
  <div className={classes.bar}>
    <Button
      size="xs"
      leftSection={<IconScale size={15} aria-hidden />}
      disabled={chosen.length === 0}
      onClick={onCompare}
    >
      Compare
    </Button>
    <Text size="xs" c="dimmed" role="status">
      {chosen.length === 0
        ? `Choose ${COMPARED_MIN} to ${COMPARED_MAX} results to compare them.`
        : `${counted(chosen.length, 'result', 'results')} chosen${chosen.length < COMPARED_MIN ? '. Choose more here, or press Compare to add results of other chats' : ''}`}
    </Text>
    {chosen.length > 0 ? (
      <Button size="compact-xs" variant="subtle" onClick={onNone}>
        Clear selection
      </Button>
    ) : null}
  </div>
);

type ResultsListProps = {
  /** Result folders in the order of their keys, oldest first. */
  folders: readonly SessionFile[];
  onSelect: (item: Item) => void;
};

/** Every result of a chat with what distinguishes it. */
export const ResultsList = ({ folders, onSelect }: ResultsListProps) => {
  const [typed, setTyped] = useState('');
  const [order, setOrder] = useState(FIRST_ORDER);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const wanted = useDeferredValue(typed);
  const shown = sortedResults(searchedResults(folders, wanted), order);
  const differences = useMemo(() => listDifferences(folders), [folders]);
  const hasCagr = areRangesUneven(folders);
  // A run that was deleted meanwhile is not compared.
  const chosen = picked.filter((run) => folders.some(({ run_id }) => run_id === run));
  const choose = (run: string) =>
    setPicked(chosen.includes(run) ? chosen.filter((other) => other !== run) : [...chosen, run]);
  const open = (file: SessionFile) =>
    onSelect({ kind: 'folder', index: folders.indexOf(file), ...(file.run_id && { run: file.run_id }) });
  return (
    <div className={classes.list}>
      <div className={classes.head}>
        <Title order={2} className={classes.title ?? ''}>
          Results
        </Title>
        <TextInput
          size="xs"
          type="search"
          aria-label="Search results"
          placeholder="Name, strategy, coin, interval or date"
          leftSection={<IconSearch size={14} aria-hidden />}
          className={classes.search ?? ''}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <CompareBar
        chosen={chosen}
        onCompare={() => onSelect({ kind: 'comparison', runs: chosen })}
        onNone={() => setPicked([])}
      />
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed" role="status">
          {folders.length === 0
            ? 'No results yet. Select a strategy and press Execute Backtest.'
            : `No results match “${wanted.trim()}”.`}
        </Text>
      ) : (
        <table className={classes.table} aria-label="Results" data-cagr={hasCagr || undefined}>
          <Head
            columns={COLUMNS.filter(([by]) => hasCagr || by !== 'cagr')}
            order={order}
            onOrder={(by) => setOrder(orderAfter(order, by))}
          />
          <tbody>
            {shown.map((file) => (
              <Line
                key={file.run_id ?? file.filename}
                file={file}
                differences={differences.get(file) ?? ''}
                hasCagr={hasCagr}
                isChosen={chosen.includes(file.run_id ?? '')}
                isFull={chosen.length >= COMPARED_MAX}
                onChoose={() => choose(file.run_id ?? '')}
                onOpen={() => open(file)}
              />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
};
