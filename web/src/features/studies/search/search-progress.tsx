// The progress of a search: the best of its goal so far over its points, and what to make of that.
import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { Study, StudyMetric } from '@tradeium/contracts';
import { useMemo } from 'react';
import { valueTicks } from '../../../lib/charts/return-lines.ts';
import { counted, wholeNumber } from '../../../lib/format.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { METRICS } from '../study-metrics.ts';
import { type BestSoFar, bestSoFar } from './best-so-far.ts';
import classes from './search-progress.module.css';

const HEIGHT_PX = 150;
const MARGIN = { left: 58, right: 14, top: 8, bottom: 22 } as const;
const HOLDERS_NAMED = 5;

/** The best point is named with all that equal it: none is chosen. */
const bestWords = ({ best, holders, foundAfter }: BestSoFar, goal: StudyMetric, isRunning: boolean) => {
  const { label, write } = METRICS[goal];
  const highest = best.at(-1) ?? null;
  if (highest === null)
    return isRunning ? `No point has a ${label} yet.` : `No point has a ${label}: nothing was found.`;
  const named = holders.slice(0, HOLDERS_NAMED).map(wholeNumber).join(', ');
  const more =
    holders.length > HOLDERS_NAMED ? ` and ${wholeNumber(holders.length - HOLDERS_NAMED)} more` : '';
  return `Highest ${label}${isRunning ? ' so far' : ''}: ${write(highest)}, at ${holders.length === 1 ? 'point' : 'points'} ${named}${more}; found after ${counted(foundAfter, 'point', 'points')}.`;
};

const tenths = (px: number): number => Math.round(10 * px) / 10;

type CurveProps = { progress: BestSoFar; goal: StudyMetric; total: number; widthPx: number };

/** The text above has the same in words, so it is a picture to readers of the screen. */
const Curve = ({ progress: { figures, best }, goal, total, widthPx }: CurveProps) => {
  const { label, short } = METRICS[goal];
  const known = figures.filter((figure) => figure !== null);
  if (known.length === 0) return null;
  const ticks = valueTicks(Math.min(...known), Math.max(...known), 3);
  const [low, high] = [ticks[0] as number, ticks.at(-1) as number];
  const right = widthPx - MARGIN.right;
  const bottom = HEIGHT_PX - MARGIN.bottom;
  const x = (at: number) => tenths(MARGIN.left + ((at + 1) / Math.max(total, 1)) * (right - MARGIN.left));
  const y = (value: number) => tenths(bottom - ((value - low) / (high - low)) * (bottom - MARGIN.top));
  const first = best.findIndex((figure) => figure !== null);
  const steps = best.slice(first).map((value, at) => {
    const [px, py] = [x(first + at), y(value as number)];
    return at === 0 ? `M${px} ${py}` : `H${px}V${py}`;
  });
  // One element for all of them: a line of no length with round ends is a dot.
  const dots = figures.flatMap((figure, at) => (figure === null ? [] : [`M${x(at)} ${y(figure)}h0`]));
  return (
    <svg width={widthPx} height={HEIGHT_PX} role="img" aria-label={`Highest ${label} after each point`}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={classes.grid} x1={MARGIN.left} x2={right} y1={y(tick)} y2={y(tick)} />
          <text className={classes.value} x={MARGIN.left - 8} y={y(tick) + 4}>
            {short(tick)}
          </text>
        </g>
      ))}
      <path className={classes.figure} d={dots.join('')} />
      <path className={classes.best} d={steps.join('')} />
      <text className={classes.value} data-end="first" x={MARGIN.left} y={HEIGHT_PX - 5}>
        point 1
      </text>
      <text className={classes.value} x={right} y={HEIGHT_PX - 5}>
        {wholeNumber(total)}
      </text>
    </svg>
  );
};

export const SearchProgress = ({ study, goal }: { study: Study; goal: StudyMetric }) => {
  const { points, points_total, status } = study;
  const { ref, width } = useElementSize();
  const progress = useMemo(() => bestSoFar(points, goal), [points, goal]);
  return (
    <PageSection
      id="search"
      title="Search"
      text="The line is the highest figure so far, each dot a point. The highest of many is flattering: prefer a high plateau score to it."
    >
      <Text size="sm" mb={6} role="status">
        {bestWords(progress, goal, status === 'running')}
      </Text>
      <div ref={ref}>
        {width > 0 ? <Curve progress={progress} goal={goal} total={points_total} widthPx={width} /> : null}
      </div>
    </PageSection>
  );
};
