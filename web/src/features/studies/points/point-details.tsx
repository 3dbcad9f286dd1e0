// One point of a study in full: its values, its figures, its neighbours and its equity curve.
import { Button, CloseButton, Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { figureOf, type Study } from '@tradeium/contracts';
import { useMemo } from 'react';
import { counted } from '../../../lib/format.ts';
import { FigureList } from '../../../ui/figures/figure-list.tsx';
import { ReturnChart } from '../../../ui/figures/return-chart.tsx';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { useReadStudyPointQuery } from '../api.ts';
import { placeWords, type ReadStudy } from '../study-axes.ts';
import { returnsOf } from '../study-curves.ts';
import { METRICS, type Metric } from '../study-metrics.ts';
import type { Keeping } from '../use-keeping.ts';
import classes from './point-details.module.css';

/** Points that are only passed over are not requested. */
const ASKED_AFTER_MS = 150;
const CURVE_PX = 130;

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

const SHOWN: readonly Metric[] = [
  'sharpe_ratio',
  'total_return',
  'cagr',
  'max_drawdown',
  'sortino_ratio',
  'calmar_ratio',
  'volatility',
  'turnover_per_year',
  'fees_paid',
  'time_in_market',
  'deflated_sharpe_ratio',
];

type KeepProps = { index: number; keeping: Keeping; onOpenRun: (run: string) => void };

const KEEP_NOTES = {
  none: 'Makes a result folder, with all checks. Free once the study has ended; of points that differ in costs alone, the first one is.',
  missing: 'Its backtest has left no result yet.',
  kept: '',
} as const;

/** Keeping, or the way to the result. */
const KeepButton = ({ index, keeping, onOpenRun }: KeepProps) => {
  const state = keeping.stateOf(index);
  const run = keeping.resultOf(index);
  if (run !== null)
    return (
      <Button size="compact-xs" variant="light" onClick={() => onOpenRun(run)}>
        Open result of point {index}
      </Button>
    );
  if (state === 'waiting' || state === 'running')
    return (
      <Text size="xs" c="dimmed" role="status">
        {state === 'waiting'
          ? 'Waits for another backtest to end.'
          : 'Its backtest runs; the result is linked here.'}
      </Text>
    );
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => keeping.keep([index])}>
        Keep point {index}
      </Button>
      <Text size="xs" c="dimmed" role={keeping.failureOf(index) === null ? undefined : 'alert'}>
        {keeping.failureOf(index) ?? KEEP_NOTES[state ?? 'none']}
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
  onOpenRun: (run: string) => void;
  onClose: () => void;
};

export const PointDetails = (props: PointDetailsProps) => {
  const { study, read, row, metric, plateau, keeping, onOpenRun, onClose } = props;
  const point = read.points[row];
  if (!point) return null;
  const values = placeWords(read, row);
  const near = read.neighbours[row]?.length ?? 0;
  const { label, write } = METRICS[metric];
  return (
    <section className={classes.details} aria-label={`Point ${point.index}`}>
      <div className={classes.head}>
        <strong>Point {point.index}</strong>
        <CloseButton size="sm" aria-label="Close the point" onClick={onClose} />
      </div>
      <div className={classes.body}>
        <div>
          <FigureList
            className={classes.figures}
            figures={read.axes.map((axis, place) => ({ name: axis.label, value: values[place] ?? '' }))}
          />
          {point.error === null ? <Curve studyId={study.study_id} index={point.index} /> : null}
        </div>
        {point.error === null ? (
          <div>
            <FigureList
              className={classes.figures}
              figures={SHOWN.map((name) => ({
                name: METRICS[name].label,
                value: METRICS[name].write(figureOf(point, name)),
              }))}
            />
            <Text size="xs" c="dimmed" mt={6}>
              Plateau score of {label}: <strong>{write(plateau)}</strong>{' '}
              {plateau === null
                ? '(no neighbours with this figure yet)'
                : `with ${counted(near, 'neighbour', 'neighbours')}`}
            </Text>
          </div>
        ) : (
          <Text size="sm" className={classes.failure ?? ''}>
            Failed: {point.error}
          </Text>
        )}
      </div>
      {point.error === null ? (
        <div className={classes.keep}>
          <KeepButton index={point.index} keeping={keeping} onOpenRun={onOpenRun} />
        </div>
      ) : null}
    </section>
  );
};
