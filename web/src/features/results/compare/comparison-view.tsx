// Results of any chats side by side: equity, figures, settings and code.
import { Button, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ChatResult } from '@tradeium/contracts';
import { Suspense, useMemo, useState } from 'react';
import { counted } from '../../../lib/format.ts';
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { CompareChart } from '../charts/lazy-charts.ts';
import { Section, TablePlace } from '../section.tsx';
import { ChooseResults } from './choose-results.tsx';
import { rebased, valuesAtCloses } from './compare-curves.ts';
import { differingSettings } from './compare-settings.ts';
import { type Detailed, useCompared } from './compared.ts';
import { Figures, type FiguresProps } from './compared-figures.tsx';
import { Heads, type Open } from './compared-heads.tsx';
import classes from './comparison-view.module.css';
import { Distrust } from './distrust.tsx';
import { distinctHeld, heldCurves, heldReturns } from './held-lines.ts';

const CodeCompare = lazyNamed(() => import('../../../ui/code/code-compare.tsx'), 'CodeCompare');

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
  const coded = useMemo(
    () => compared.filter(hasCode).map(({ label, code }) => ({ name: label, code })),
    [compared],
  );
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
  const names = useMemo(() => drawn.map(({ label }) => label), [drawn]);
  const shared = useMemo(() => {
    const series = drawn.flatMap(({ curves, statistics }) =>
      curves ? [valuesAtCloses(curves, statistics)] : [],
    );
    if (series.length === 0) return null;
    const lines = rebased(series);
    const held = heldCurves(drawn, lines);
    return {
      rebased: lines,
      held: heldReturns(drawn, held),
      heldLines: distinctHeld(drawn, held, lines),
      heldMissing: held.filter((line) => line === null).length,
    };
  }, [drawn]);
  return (
    <>
      {shared ? (
        <Suspense fallback={<Skeleton h={360} />}>
          <CompareChart
            rebased={shared.rebased}
            names={names}
            held={shared.heldLines}
            heldMissing={shared.heldMissing}
          />
        </Suspense>
      ) : null}
      <Figures compared={compared} shared={shared} onOpen={onOpen} />
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

/** The parts that explain the differences; a single result has none. */
const Differences = ({ detailed }: { detailed: readonly Detailed[] }) =>
  detailed.length < 2 ? null : (
    <>
      <Settings compared={detailed} />
      <Code compared={detailed} />
    </>
  );

/** The better figures come first, then why. */
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
