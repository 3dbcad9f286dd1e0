// Results of any chats side by side: equity, figures, settings and code.
import { Button, NativeSelect, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconPlus, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import type { ChatResult } from '@tradeium/contracts';
import { Suspense, useMemo, useState } from 'react';
import { counted, isLoss } from '../../../lib/format.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { CriticalMark } from '../../../ui/critical-mark.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { CompareChart } from '../charts/lazy-charts.ts';
import { Section, TablePlace } from '../section.tsx';
import { ChooseResults } from './choose-results.tsx';
import { type Rebased, rebased, valuesAtCloses } from './compare-curves.ts';
import { hasDifferentPeriods, type Mark, metricRows, sharedReturnRow } from './compare-metrics.ts';
import { differingSettings } from './compare-settings.ts';
import { type Compared, type Detailed, useCompared } from './compared.ts';
import classes from './comparison-view.module.css';
import { Distrust } from './distrust.tsx';

const CodeCompare = lazyNamed(() => import('../../../ui/code-compare.tsx'), 'CodeCompare');

const MARKS = { best: [IconThumbUp, 'best'], worst: [IconThumbDown, 'worst'] } as const;

const MarkSign = ({ mark }: { mark: Mark }) => {
  if (mark === null) return null;
  const [Icon, name] = MARKS[mark];
  return (
    <span title={name}>
      <Icon size={13} stroke={2.2} role="img" aria-label={name} />
    </span>
  );
};

type Column = Pick<Compared, 'run' | 'name' | 'facts' | 'criticalFindings' | 'chatId'>;
/** Opens a result, which may be of another chat. */
type Open = (chatId: string, run: string) => void;

const Heads = ({ columns, onOpen }: { columns: readonly Column[]; onOpen?: Open }) => (
  <thead>
    <tr>
      <td />
      {columns.map(({ run, name, facts, criticalFindings, chatId }) => (
        <th key={run} scope="col">
          {onOpen ? (
            <UnstyledButton className={classes.name ?? ''} onClick={() => onOpen(chatId, run)}>
              <bdi>{name}</bdi>
            </UnstyledButton>
          ) : (
            <bdi>{name}</bdi>
          )}{' '}
          <CriticalMark findings={criticalFindings} />
          {onOpen ? (
            <span className={classes.facts}>
              {facts.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </span>
          ) : null}
        </th>
      ))}
    </tr>
  </thead>
);

type FiguresProps = { compared: readonly Compared[]; shared: Rebased | null; onOpen: Open };

const noteOf = (isUneven: boolean): string =>
  isUneven
    ? 'The results cover different periods. Thumbs mark the best and the worst of a row, but not in figures that grow with time, such as total return, drawdowns and fees.'
    : 'Thumbs mark the best and the worst of a row.';

const figureRows = (compared: readonly Compared[], shared: Rebased | null) => {
  const isUneven = hasDifferentPeriods(compared);
  const first = isUneven && shared ? sharedReturnRow(shared, compared) : null;
  return { isUneven, rows: [...(first ? [first] : []), ...metricRows(compared)] };
};

const Figures = ({ compared, shared, onOpen }: FiguresProps) => {
  const { isUneven, rows } = figureRows(compared, shared);
  return (
    <Section title="Figures" note={noteOf(isUneven)}>
      <TablePlace label="Figures of the compared results">
        <table className={classes.table} aria-label="Figures of the compared results">
          <Heads columns={compared} onOpen={onOpen} />
          <tbody>
            {rows.map(({ key, label, cells }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {cells.map(({ text, mark }, place) => (
                  <td
                    key={compared[place]?.run}
                    data-mark={mark ?? undefined}
                    data-loss={isLoss(text) || undefined}
                  >
                    <MarkSign mark={mark} /> {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TablePlace>
    </Section>
  );
};

const Settings = ({ compared }: { compared: readonly Detailed[] }) => {
  const rows = differingSettings(compared.map(({ settings }) => settings));
  return (
    <Section title="Settings that differ">
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          All of them use the same settings.
        </Text>
      ) : (
        <TablePlace label="Settings that differ">
          <table className={classes.table} aria-label="Settings that differ">
            <Heads columns={compared} />
            <tbody>
              {rows.map(({ key, label, texts }) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  {texts.map((text, place) => (
                    <td key={compared[place]?.run} data-words>
                      {text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TablePlace>
      )}
    </Section>
  );
};

type Coded = Detailed & { readonly code: string };
const hasCode = (one: Detailed): one is Coded => one.code !== null;

const Code = ({ compared }: { compared: readonly Detailed[] }) => {
  const coded = compared.filter(hasCode);
  const [chosen, setChosen] = useState<readonly [number, number]>([0, 1]);
  const [before, after] = [coded[chosen[0]], coded[chosen[1]]];
  if (!before || !after) return null;
  const areAlike = coded.every(({ code }) => code === before.code);
  const choices = coded.map(({ name }, place) => ({ value: String(place), label: name }));
  const pick = (side: 0 | 1) => (event: { currentTarget: HTMLSelectElement }) => {
    const place = Number(event.currentTarget.value);
    setChosen(side === 0 ? [place, chosen[1]] : [chosen[0], place]);
  };
  return (
    <Section title="Code">
      {areAlike ? (
        <Text size="sm" c="dimmed">
          All of them use the same code.
        </Text>
      ) : (
        <>
          {coded.length > 2 ? (
            <div className={classes.sides}>
              <NativeSelect
                size="xs"
                aria-label="Code on the left"
                data={choices}
                value={String(chosen[0])}
                onChange={pick(0)}
              />
              <NativeSelect
                size="xs"
                aria-label="Code on the right"
                data={choices}
                value={String(chosen[1])}
                onChange={pick(1)}
              />
            </div>
          ) : null}
          <div className={classes.code}>
            <Suspense fallback={<Skeleton h={200} />}>
              <CodeCompare before={before} after={after} />
            </Suspense>
          </div>
        </>
      )}
    </Section>
  );
};

/** Equity above the figures, which begin with those of the days that all of them share. */
const EquityAndFigures = ({ compared, onOpen }: Omit<FiguresProps, 'shared'>) => {
  const drawn = useMemo(() => compared.filter(({ curves }) => curves !== null), [compared]);
  const names = useMemo(() => drawn.map(({ name }) => name), [drawn]);
  const lines = useMemo(() => {
    const series = drawn.flatMap(({ curves, statistics }) =>
      curves ? [valuesAtCloses(curves, statistics)] : [],
    );
    return series.length === 0 ? null : rebased(series);
  }, [drawn]);
  return (
    <>
      {lines ? (
        <Suspense fallback={<Skeleton h={360} />}>
          <CompareChart rebased={lines} names={names} />
        </Suspense>
      ) : null}
      <Figures compared={compared} shared={lines} onOpen={onOpen} />
    </>
  );
};

type ComparisonViewProps = {
  /** One that awaits others, or as many as are compared. */
  results: readonly ChatResult[];
  /** So many others that the address names are not there. */
  missing: number;
  onOpen: Open;
  /** Compares these runs instead. */
  onChoose: (runs: readonly string[]) => void;
};

const runsOf = (results: readonly ChatResult[]): string[] =>
  results.flatMap(({ file: { run_id } }) => run_id ?? []);

const Head = ({ results, missing, onOpen, onChoose }: ComparisonViewProps) => {
  // A single result waits for others to be chosen; without any it is shown by itself again.
  const alone = results.length === 1 ? results[0] : undefined;
  const [isChoosing, setChoosing] = useState(alone !== undefined);
  const choose = (runs: readonly string[]) => {
    setChoosing(false);
    onChoose(runs);
  };
  const giveUp = () => {
    setChoosing(false);
    if (alone?.file.run_id) onOpen(alone.backtest_id, alone.file.run_id);
  };
  return (
    <header className={classes.head}>
      <Title order={2} className={classes.title ?? ''}>
        {alone ? 'Comparison' : `Comparison of ${results.length} results`}
      </Title>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={() => setChoosing(true)}
      >
        Add or remove results
      </Button>
      {missing > 0 ? (
        <Text size="xs" c="dimmed" role="status">
          {counted(missing, 'result was', 'results were')} deleted.
        </Text>
      ) : null}
      {isChoosing ? <ChooseResults chosen={runsOf(results)} onChoose={choose} onClose={giveUp} /> : null}
    </header>
  );
};

/** What explains the differences; a single result has none. */
const Differences = ({ detailed }: { detailed: readonly Detailed[] }) =>
  detailed.length < 2 ? null : (
    <>
      <Settings compared={detailed} />
      <Code compared={detailed} />
    </>
  );

/** What is better comes first, then why. */
export const ComparisonView = ({ results, missing, onOpen, onChoose }: ComparisonViewProps) => {
  const { compared, detailed, failure, retry } = useCompared(results);
  if (failure !== null) return <LoadFailure text={failure} onRetry={retry} />;
  return (
    <div className={classes.view}>
      <Head results={results} missing={missing} onOpen={onOpen} onChoose={onChoose} />
      {compared ? (
        <>
          <Distrust compared={compared} />
          <EquityAndFigures compared={compared} onOpen={onOpen} />
          {detailed ? <Differences detailed={detailed} /> : <Skeleton h={120} />}
        </>
      ) : (
        <Stack gap="sm" aria-label="Loading the results" role="status">
          <Skeleton h={340} />
          <Skeleton h={260} />
        </Stack>
      )}
    </div>
  );
};
