// Parallel coordinates: a vertical line for each axis and the figure, and a line through them for each point.
import { useElementSize } from '@mantine/hooks';
import { memo, useMemo } from 'react';
import { ScrollPlace } from '../../../ui/tables/scroll-place.tsx';
import type { ReadStudy } from '../study-axes.ts';
import { SCALE, stepOf } from './heat-colors.ts';
import classes from './heat-map.module.css';

/** Narrower places scroll. */
const WIDTH_MIN = 560;
const HEIGHT = 240;
const SIDE = 60;
const [TOP, BOTTOM] = [24, 24];

type ParallelLinesProps = {
  read: ReadStudy;
  label: string;
  figures: readonly (number | null)[];
  write: (value: unknown) => string;
  isLowBetter: boolean;
  /** The place of the point that is looked at. */
  looked: number | null;
};

type Ends = { readonly lowest: number; readonly highest: number };

const endsOf = (figures: readonly (number | null)[]): Ends => {
  const known = figures.filter((figure) => figure !== null);
  return {
    lowest: known.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY),
    highest: known.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY),
  };
};

const yOf = (share: number): number => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM);
const shareOf = (value: number, low: number, high: number): number =>
  high > low ? (value - low) / (high - low) : 0.5;
const xOf = (place: number, count: number, width: number): number =>
  SIDE + (place * (width - 2 * SIDE)) / (count - 1);

/** The line of a point; empty without the figure. */
const pathOf = (
  { axes, places }: ReadStudy,
  row: number,
  figure: number | null,
  { lowest, highest }: Ends,
  width: number,
): string => {
  if (figure === null) return '';
  const shares = axes.map(({ words }, axis) => shareOf(places[row]?.[axis] ?? 0, 0, words.length - 1));
  return [...shares, shareOf(figure, lowest, highest)]
    .map(
      (share, place, all) =>
        `${place === 0 ? 'M' : 'L'}${Math.round(xOf(place, all.length, width))} ${Math.round(yOf(share))}`,
    )
    .join('');
};

/** All lines of a colour are one path, so that 2,000 points are ten elements. */
const Bundles = memo(
  ({
    read,
    figures,
    isLowBetter,
    ends,
    width,
  }: Omit<ParallelLinesProps, 'label' | 'write' | 'looked'> & { ends: Ends; width: number }) => {
    const paths = useMemo(() => {
      const [darkest, brightest] = isLowBetter ? [ends.highest, ends.lowest] : [ends.lowest, ends.highest];
      const bundles = SCALE.map(() => [] as string[]);
      figures.forEach((figure, row) => {
        if (figure !== null)
          bundles[stepOf(figure, darkest, brightest)]?.push(pathOf(read, row, figure, ends, width));
      });
      return bundles.map((lines) => lines.join(''));
    }, [read, figures, isLowBetter, ends, width]);
    return paths.map((path, step) => <path key={SCALE[step]} d={path} stroke={SCALE[step]} />);
  },
);

/** The table has the same in numbers, so it is a picture to readers of the screen. */
export const ParallelLines = ({ read, label, figures, write, isLowBetter, looked }: ParallelLinesProps) => {
  const ends = useMemo(() => endsOf(figures), [figures]);
  const size = useElementSize();
  const width = Math.max(WIDTH_MIN, Math.round(size.width));
  if (ends.lowest > ends.highest) return null;
  const axes = [
    ...read.axes.map((axis) => ({
      label: axis.label,
      low: axis.words[0] ?? '',
      high: axis.words.at(-1) ?? '',
    })),
    { label, low: write(ends.lowest), high: write(ends.highest) },
  ];
  return (
    <div ref={size.ref}>
      <ScrollPlace label="All axes at once" className={classes.scroll}>
        <svg
          className={classes.lines}
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={`${label} by ${read.axes.map((axis) => axis.label).join(', ')}; the table below has the numbers`}
        >
          <Bundles read={read} figures={figures} isLowBetter={isLowBetter} ends={ends} width={width} />
          {axes.map((axis, place) => {
            const x = xOf(place, axes.length, width);
            return (
              <g key={axis.label}>
                <line x1={x} x2={x} y1={TOP} y2={HEIGHT - BOTTOM} />
                <text x={x} y={10}>
                  {axis.label}: {axis.high}
                </text>
                <text x={x} y={HEIGHT - 8}>
                  {axis.low}
                </text>
              </g>
            );
          })}
          {looked === null ? null : (
            <path className={classes.looked} d={pathOf(read, looked, figures[looked] ?? null, ends, width)} />
          )}
        </svg>
      </ScrollPlace>
    </div>
  );
};
