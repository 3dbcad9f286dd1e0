// A study: how far it is, what its points say, how far to believe them, and what is kept of them.
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { axisKey, figureOf, isLessBetter, plateauScores, type Study } from '@tradeium/contracts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { messageOf } from '../../lib/failure.ts';
import { counted } from '../../lib/format.ts';
import { COMPARED_MAX, COMPARED_MIN } from '../../lib/result-facts.ts';
import { LoadFailure } from '../../ui/loading/load-failure.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { useWholeStudyQuery } from './api.ts';
import { StudyHeatMap } from './map/heat-map.tsx';
import { ParallelLines } from './map/parallel-lines.tsx';
import { PointDetails } from './points/point-details.tsx';
import { PointsTable } from './points/points-table.tsx';
import { TakePoints } from './points/take-points.tsx';
import { SearchProgress } from './search/search-progress.tsx';
import { type ReadStudy, readStudy } from './study-axes.ts';
import { StudyHead } from './study-head.tsx';
import { METRICS, type Metric } from './study-metrics.ts';
import classes from './study-view.module.css';
import { Trust } from './trust.tsx';
import { type Keeping, useKeeping, useWhenKept } from './use-keeping.ts';
import { WalkForwardSection } from './walk-forward.tsx';

type StudyViewProps = {
  studyId: string;
  /** The runs whose results the chat has. */
  results: ReadonlySet<string>;
  onOpenRun: (run: string) => void;
  /** Prepares the deployment of a result. */
  onDeploy: (run: string) => void;
  onCompare: (runs: readonly string[]) => void;
  onShowAll: () => void;
  /** Plans the same points with a walk-forward test. */
  onWalkForward: (study: Study) => void;
};

/** The point that is looked at: the one under the pointer, unless another one was pressed or has the focus. */
const useLooked = ({ points }: ReadStudy) => {
  // By its number: its row moves while more points come.
  const [looked, setLooked] = useState<{ index: number; isPinned: boolean } | null>(null);
  const look = useCallback(
    (row: number, isPinned: boolean) => {
      const index = points[row]?.index ?? -1;
      setLooked((before) => {
        if (before?.isPinned && !isPinned) return before;
        return before?.index === index && before.isPinned === isPinned ? before : { index, isPinned };
      });
    },
    [points],
  );
  const close = useCallback(() => setLooked(null), []);
  useHotkeys([['Escape', close]]);
  const pinned = looked?.isPinned ? looked.index : null;
  // The details of a point come over what has the focus.
  useEffect(() => {
    if (pinned !== null) document.activeElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pinned]);
  const row = looked === null ? -1 : points.findIndex(({ index }) => index === looked.index);
  return { row: row === -1 ? null : row, look, close };
};

type CompareProps = {
  chosen: readonly number[];
  keeping: Keeping;
  onNone: () => void;
  onCompare: (runs: readonly string[]) => void;
};

/** Points are compared as results, so each is kept first; the comparison opens when all of them are there. */
const CompareBar = ({ chosen, keeping, onNone, onCompare }: CompareProps) => {
  const [isWanted, setWanted] = useState(false);
  const runs = chosen.map((index) => keeping.resultOf(index)).filter((run) => run !== null);
  const failure = chosen.map((index) => keeping.failureOf(index)).find((why) => why !== null);
  const isReady = chosen.length >= COMPARED_MIN && runs.length === chosen.length;
  const key = runs.join();
  useEffect(() => {
    if (!(isWanted && isReady)) return;
    setWanted(false);
    onCompare(key.split(','));
  }, [isWanted, isReady, key, onCompare]);
  const isWaiting = isWanted && !isReady && failure === undefined;
  return (
    <div className={classes.bar}>
      <Button
        size="xs"
        disabled={chosen.length < COMPARED_MIN || isWaiting}
        onClick={() => {
          setWanted(true);
          keeping.keep(chosen);
        }}
      >
        {isReady ? 'Compare' : 'Keep and compare'}
      </Button>
      <Text size="xs" c="dimmed" role="status">
        {isWaiting
          ? `${runs.length} of ${counted(chosen.length, 'result is', 'results are')} there; the comparison opens with the last one.`
          : chosen.length === 0
            ? `Choose ${COMPARED_MIN} to ${COMPARED_MAX} points to compare them as results.`
            : `${counted(chosen.length, 'point', 'points')} chosen.${failure === undefined ? '' : ` ${failure}`}`}
      </Text>
      {chosen.length > 0 ? (
        <Button size="compact-xs" variant="subtle" onClick={onNone}>
          Clear selection
        </Button>
      ) : null}
    </div>
  );
};

type LoadedProps = Omit<StudyViewProps, 'studyId'> & { study: Study };

const Points = ({ study, results, onOpenRun, onDeploy, onCompare }: LoadedProps) => {
  const [metric, setMetric] = useState<Metric>(study.goal ?? 'sharpe_ratio');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const keeping = useKeeping(study.study_id, (run) => results.has(run));
  const deploying = useWhenKept(keeping, onDeploy);
  const isWide = useMediaQuery('(min-width: 768px)', true, { getInitialValueInEffect: false }) ?? true;
  const read = useMemo(() => readStudy(study), [study]);
  const looked = useLooked(read);
  const figures = useMemo(() => read.points.map((point) => figureOf(point, metric)), [read, metric]);
  const { label, short } = METRICS[metric];
  const plateaus = useMemo(
    () => plateauScores(figures, read.neighbours, isLessBetter(metric)),
    [figures, read, metric],
  );
  const choose = (index: number) =>
    setChosen((before) =>
      before.includes(index) ? before.filter((other) => other !== index) : [...before, index],
    );
  return (
    <div className={classes.points} data-looked={looked.row === null ? undefined : true}>
      <Stack gap="md" className={classes.main ?? ''}>
        <WalkForwardSection study={study} read={read} />
        {study.goal === null ? null : <SearchProgress study={study} goal={study.goal} />}
        <PageSection id="map" title={read.axes.length > 1 ? 'Map' : 'Along the axis'}>
          <StudyHeatMap
            key={read.axes.map(axisKey).join()}
            read={read}
            metric={metric}
            figures={figures}
            plateaus={plateaus}
            onMetric={setMetric}
            onLook={looked.look}
          />
        </PageSection>
        {isWide && read.axes.length > 2 ? (
          <PageSection id="lines" title="All axes at once">
            <ParallelLines
              read={read}
              label={label}
              figures={figures}
              write={short}
              isLowBetter={isLessBetter(metric)}
              looked={looked.row}
            />
          </PageSection>
        ) : null}
        <PageSection
          id="points"
          title="Points"
          text="The table is the result: no point is chosen for you."
          aside={<TakePoints studyId={study.study_id} metric={metric} />}
        >
          <CompareBar chosen={chosen} keeping={keeping} onNone={() => setChosen([])} onCompare={onCompare} />
          <PointsTable
            read={read}
            metric={metric}
            plateaus={plateaus}
            chosen={chosen}
            isFull={chosen.length >= COMPARED_MAX}
            looked={looked.row}
            onChoose={choose}
            onLook={looked.look}
          />
        </PageSection>
      </Stack>
      <aside className={classes.aside} aria-label="The point that is looked at">
        {looked.row === null ? (
          <Text size="sm" c="dimmed" className={classes.hint ?? ''}>
            Point at a cell or a row, or move to it by keyboard, to see its figures and its equity. A press
            keeps it here.
          </Text>
        ) : (
          <PointDetails
            study={study}
            read={read}
            metric={metric}
            keeping={keeping}
            deploying={deploying}
            onOpenRun={onOpenRun}
            row={looked.row}
            plateau={plateaus[looked.row] ?? null}
            onClose={looked.close}
          />
        )}
      </aside>
    </div>
  );
};

const Back = ({ onShowAll }: Pick<StudyViewProps, 'onShowAll'>) => (
  <Button size="compact-xs" variant="subtle" onClick={onShowAll} className={classes.back ?? ''}>
    All results and studies
  </Button>
);

const Loaded = (props: LoadedProps) => {
  const { study, onShowAll, onWalkForward } = props;
  return (
    <Stack gap="md" p="md" className={classes.view ?? ''}>
      <Back onShowAll={onShowAll} />
      <StudyHead study={study} onDeleted={onShowAll} />
      <Trust study={study} onWalkForward={() => onWalkForward(study)} />
      {study.points.length === 0 ? (
        <Text size="sm" c="dimmed" role="status">
          {study.status === 'running'
            ? 'The first points appear here as soon as they are computed.'
            : 'No point was computed.'}
        </Text>
      ) : (
        <Points {...props} />
      )}
    </Stack>
  );
};

/** Follows the study while it runs: each update of the server has it read again. */
export const StudyView = ({ studyId, ...props }: StudyViewProps) => {
  const { currentData, error, isFetching, refetch } = useWholeStudyQuery(studyId);
  if (!currentData && error && !isFetching)
    return (
      <Stack p="md">
        <Back onShowAll={props.onShowAll} />
        <LoadFailure text={messageOf(error)} onRetry={() => void refetch()} />
      </Stack>
    );
  if (!currentData)
    return (
      <Stack p="md" aria-hidden>
        <Skeleton h={60} />
        <Skeleton h={320} />
      </Stack>
    );
  return <Loaded {...props} study={currentData} />;
};
