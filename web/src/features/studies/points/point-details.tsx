// One point of a study in full: its values, its figures, its neighbours and its equity curve.
import { Button, CloseButton, Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { figureOf, isLessBetter, type Study } from '@tradeium/contracts';
import { useMemo } from 'react';
import { counted } from '../../../lib/format.ts';
import { FigureList } from '../../../ui/figures/figure-list.tsx';
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
  'cost_per_year',
  'policy_tracking_error',
  'fees_paid',
  'time_in_market',
  'deflated_sharpe_ratio',
];

type KeepProps = { index: number; keeping: Keeping; deploying: Awaiting; onOpenRun: (run: string) => void };

const KEEP_NOTES = {
  none: 'Makes a result folder, with all checks. Free once the study has ended; among points that differ only in costs or rebalance policy, only the first is free.',
  missing: 'Its backtest has left no result yet.',
  kept: '',
} as const;

const UNDER_WAY = {
  waiting: 'Waits for another backtest to end.',
  running: 'Its backtest is running; a link to the result will appear here.',
} as const;

/** Keeping, the way to the result, and the way on to its deployment. */
const KeepButtons = ({ index, keeping, deploying, onOpenRun }: KeepProps) => {
  const state = keeping.stateOf(index);
  const run = keeping.resultOf(index);
  if (state === 'waiting' || state === 'running')
    return (
      <Text size="xs" c="dimmed" role="status" className={classes.keep ?? ''}>
        {UNDER_WAY[state]} {deploying.index === index ? 'Then its deployment is prepared.' : ''}
      </Text>
    );
  const failure = keeping.failureOf(index);
  return (
    <>
      {run === null && failure === null ? (
        <Text size="xs" c="dimmed">
          {KEEP_NOTES[state ?? 'none']}
        </Text>
      ) : null}
      <div className={classes.keep}>
        {run === null ? (
          <Button size="compact-xs" variant="default" onClick={() => keeping.keep([index])}>
            Keep point {index}
          </Button>
        ) : (
          <Button size="compact-xs" variant="light" onClick={() => onOpenRun(run)}>
            Open result of point {index}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="default"
          title="Trades this point with play money, or live, once its result is there; you confirm it first"
          onClick={() => deploying.keepFor(index)}
        >
          {run === null ? 'Keep and deploy' : 'Deploy'}
        </Button>
        {failure === null || run !== null ? null : (
          <Text size="xs" c="dimmed" role="alert">
            {failure}
          </Text>
        )}
      </div>
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
                : `with ${counted(near, 'neighbour', 'neighbours')}${isLessBetter(metric) ? '; less is better' : ''}`}
            </Text>
          </div>
        ) : (
          <Text size="sm" className={classes.failure ?? ''}>
            Failed: {point.error}
          </Text>
        )}
      </div>
      {point.error === null ? (
        <KeepButtons index={point.index} keeping={keeping} deploying={deploying} onOpenRun={onOpenRun} />
      ) : null}
    </section>
  );
};
