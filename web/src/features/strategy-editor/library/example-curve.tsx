// The curve of an example's result and of its benchmarks, on one logarithmic scale.
import { BENCHMARKS, type Figures } from './library-result.ts';
import classes from './strategy-library.module.css';

const WIDTH = 600;
const HEIGHT = 150;

type Line = { readonly name: string; readonly kind: string; readonly curve: readonly number[] };

const KINDS = ['benchmark', 'basket'] as const;

/** Fine enough for a picture of this size. */
const tenths = (px: number): number => Math.round(px * 10) / 10;

/** The points of a line in the box; equal steps are equal changes in percent. */
export const pointsOf = (curve: readonly number[], lowest: number, highest: number): string => {
  const span = Math.log(highest / lowest) || 1;
  return curve
    .map((value, at) => {
      const x = (at / (curve.length - 1)) * WIDTH;
      const y = HEIGHT * (1 - Math.log(value / lowest) / span);
      return `${tenths(x)},${tenths(y)}`;
    })
    .join(' ');
};

export const ExampleCurve = ({ title, result }: { title: string; result: Figures }) => {
  const lines: readonly Line[] = [
    ...BENCHMARKS.map(({ name, curve }, at) => ({ name, kind: KINDS[at] ?? 'basket', curve })),
    { name: title, kind: 'own', curve: result.curve },
  ];
  const values = lines.flatMap(({ curve }) => curve);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  return (
    <figure className={classes.figure}>
      <svg
        role="img"
        aria-label={`${title} compared with ${BENCHMARKS.map(({ name }) => name).join(' and ')}`}
        viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
        preserveAspectRatio="none"
        className={classes.curve}
      >
        <polyline data-kind="start" points={pointsOf([1, 1], lowest, highest)} />
        {lines.map(({ name, kind, curve }) => (
          <polyline key={name} data-kind={kind} points={pointsOf(curve, lowest, highest)} />
        ))}
      </svg>
      <figcaption className={classes.legend}>
        {lines.toReversed().map(({ name, kind }) => (
          <span key={name} data-kind={kind}>
            {name}
          </span>
        ))}
        <span>log scale</span>
      </figcaption>
    </figure>
  );
};
