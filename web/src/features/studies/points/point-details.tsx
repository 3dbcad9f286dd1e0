// One point of a study in full: its values, its figures, its neighbours and its equity curve.
import { Button, CloseButton, Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { axisKey, figureOf, type Study, type StudyPoint } from '@tradeium/contracts';
import { useId, useMemo, useState } from 'react';
import { wholeNumber } from '../../../lib/format.ts';
import { type Figure, FigureList } from '../../../ui/figures/figure-list.tsx';
import { ReturnChart } from '../../../ui/figures/return-chart.tsx';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { useReadStudyPointQuery } from '../api.ts';
import { placeWords, type ReadStudy } from '../study-axes.ts';
import { returnsOf } from '../study-curves.ts';
import { METRICS, type Metric } from '../study-metrics.ts';
import type { Awaiting, Keeping } from '../use-keeping.ts';
import classes from './point-details.module.css';

/** Points that are only passed over are not requested. */
const ASKED_AFTER_MS = 150;
const CURVE_PX = 92;

const Curve = ({ studyId, index }: { studyId: string; index: number }) => {
  const [asked] = useDebouncedValue(index, ASKED_AFTER_MS);
  const { currentData, error, isFetching, refetch } = useReadStudyPointQuery({
    study_id: studyId,
    index: asked,
  });
  const lines = useMemo(
    () => currentData && ([{ name: 'Equity', line: returnsOf(currentData.curve) }] as const),
    [currentData],
  );
  if (error && !isFetching)
    return <LoadFailure text="The equity curve could not be loaded." onRetry={() => void refetch()} />;
  if (!lines || asked !== index) return <Skeleton h={CURVE_PX + 28} />;
  return <ReturnChart lines={lines} label={`Return of point ${index}`} heightPx={CURVE_PX} />;
};

/** The figures that are seen first, after the one of the map. */
const FIRST: readonly Metric[] = ['sharpe_ratio', 'total_return', 'max_drawdown', 'deflated_sharpe_ratio'];

const OTHERS: readonly Metric[] = [
  'cagr',
  'sortino_ratio',
  'calmar_ratio',
  'volatility',
  'turnover_per_year',
  'cost_per_year',
  'policy_tracking_error',
  'fees_paid',
  'time_in_market',
];

const figureAs = (point: StudyPoint, name: Metric): Figure => ({
  name: METRICS[name].label,
  value: METRICS[name].write(figureOf(point, name)),
});

type KeepProps = { index: number; keeping: Keeping; deploying: Awaiting; onOpenRun: (run: string) => void };

const KEEP_NOTE =
  'Makes a result folder, with all checks. Free once the study has ended; among points that differ only in costs or rebalance policy, only the first is free.';

const STATE_WORDS = {
  waiting: 'Waits for another backtest to end.',
  running: 'Its backtest is running; a link to the result will appear here.',
  missing: 'Its backtest has left no result yet.',
  kept: '',
} as const;

/** Keeping, the way to the result, and the way on to its deployment; the buttons stay, and so does the focus. */
const KeepButtons = ({ index, keeping, deploying, onOpenRun }: KeepProps) => {
  const state = keeping.stateOf(index);
  const run = keeping.resultOf(index);
  const isUnderWay = state === 'waiting' || state === 'running';
  const failure = run === null && !isUnderWay ? keeping.failureOf(index) : null;
  const words = state === null ? '' : STATE_WORDS[state];
  return (
    <>
      <Button
        size="compact-xs"
        variant={run === null ? 'default' : 'light'}
        aria-label={run === null ? `Keep point ${index}` : `Open result of point ${index}`}
        title={run === null ? KEEP_NOTE : undefined}
        disabled={isUnderWay}
        onClick={() => (run === null ? keeping.keep([index]) : onOpenRun(run))}
      >
        {run === null ? 'Keep' : 'Open result'}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        title="Trades this point with play money, or live, once its result is there; you confirm it first"
        disabled={isUnderWay}
        onClick={() => deploying.keepFor(index)}
      >
        {run === null ? 'Keep and deploy' : 'Deploy'}
      </Button>
      <Text size="xs" c="dimmed" role={failure === null ? 'status' : 'alert'}>
        {failure ?? words} {isUnderWay && deploying.index === index ? 'Then its deployment is prepared.' : ''}
      </Text>
    </>
  );
};

type PointDetailsProps = {
  study: Pick<Study, 'study_id'>;
  read: ReadStudy;
  /** The place of the point among those of the study. */
  row: number;
  /** The figure that the plateau score is about. */
  metric: Metric;
  plateau: number | null;
  keeping: Keeping;
  deploying: Awaiting;
  onOpenRun: (run: string) => void;
  onClose: () => void;
};

export const PointDetails = (props: PointDetailsProps) => {
  const { study, read, row, metric, plateau, keeping, deploying, onOpenRun, onClose } = props;
  const [isFull, setFull] = useState(false);
  const othersId = useId();
  const point = read.points[row];
  if (!point) return null;
  const values = placeWords(read, row);
  return (
    <section className={classes.details} aria-label={`Point ${point.index}`} data-full={isFull || undefined}>
      <div className={classes.head}>
        <p>
          <strong>Point {point.index}</strong>
          {read.axes.map((axis, place) => (
            <span key={axisKey(axis)}>
              {axis.label} <strong>{values[place]}</strong>
            </span>
          ))}
        </p>
        <CloseButton size="sm" aria-label="Close the point" onClick={onClose} />
      </div>
      {point.error === null ? (
        <>
          <div className={classes.body}>
            <FigureList
              className={classes.figures}
              figures={[
                figureAs(point, metric),
                { name: 'Plateau score', value: METRICS[metric].write(plateau) },
                ...FIRST.filter((name) => name !== metric).map((name) => figureAs(point, name)),
              ]}
            />
            <div className={classes.curve}>
              <Curve studyId={study.study_id} index={point.index} />
            </div>
            <div id={othersId} className={classes.others}>
              <FigureList
                className={classes.figures}
                figures={[
                  ...OTHERS.filter((name) => name !== metric).map((name) => figureAs(point, name)),
                  { name: 'Neighbours', value: wholeNumber(read.neighbours[row]?.length ?? 0) },
                ]}
              />
            </div>
          </div>
          <div className={classes.keep}>
            <KeepButtons index={point.index} keeping={keeping} deploying={deploying} onOpenRun={onOpenRun} />
            <Button
              size="compact-xs"
              variant="subtle"
              className={classes.toggle ?? ''}
              aria-expanded={isFull}
              aria-controls={othersId}
              onClick={() => setFull(!isFull)}
            >
              {isFull ? 'Fewer figures' : 'More figures'}
            </Button>
          </div>
        </>
      ) : (
        <Text size="sm" className={classes.failure ?? ''}>
          Failed: {point.error}
        </Text>
      )}
    </section>
  );
};
