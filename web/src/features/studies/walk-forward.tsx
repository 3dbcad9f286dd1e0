// The walk-forward test of a study: what its choices earned on bars that they had not seen.
import { Text } from '@mantine/core';
import { axisKey, type Study, type WalkForward } from '@tradeium/contracts';
import { useMemo } from 'react';
import { counted, ratio, shortDate, signedPercent, wholePercent } from '../../lib/format.ts';
import { FigureList } from '../../ui/figures/figure-list.tsx';
import { type NamedLine, ReturnChart } from '../../ui/figures/return-chart.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { ScrollPlace } from '../../ui/tables/scroll-place.tsx';
import { placeWords, type ReadStudy } from './study-axes.ts';
import { returnsOf } from './study-curves.ts';
import { METRICS } from './study-metrics.ts';
import classes from './walk-forward.module.css';

const HEIGHT_PX = 240;

type Windows = WalkForward['windows'];

/** The median of the windows' efficiencies that are known: a short window may have any. Null without any. */
const medianOf = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
};

const known = (values: readonly (number | null | undefined)[]): number[] =>
  values.filter((value) => typeof value === 'number');

/** The lowest and the highest return of a window out of sample. */
const spreadWords = (windows: Windows): string => {
  const returns = known(windows.map(({ out_of_sample }) => out_of_sample?.total_return));
  if (returns.length === 0) return '—';
  return `${signedPercent(Math.min(...returns))} to ${signedPercent(Math.max(...returns))}`;
};

const linesOf = ({ curve, in_sample_best }: WalkForward): [NamedLine, ...NamedLine[]] => {
  const own = { name: 'Out of sample', line: returnsOf(curve) };
  return in_sample_best === null
    ? [own]
    : [
        own,
        { name: `Best in hindsight (point ${in_sample_best.index})`, line: returnsOf(in_sample_best.curve) },
      ];
};

const WindowsTable = ({ test, read }: { test: WalkForward; read: ReadStudy }) => {
  const rows = new Map(read.points.map(({ index }, row) => [index, row]));
  const { label, write } = METRICS[test.plan.metric];
  return (
    <ScrollPlace label="Windows" className={classes.scroll}>
      <table className={classes.table} aria-label="Windows">
        <thead>
          <tr>
            <th scope="col">Tested</th>
            {read.axes.map((axis) => (
              <th key={axisKey(axis)} scope="col">
                {axis.label}
              </th>
            ))}
            <th scope="col">{label} in sample</th>
            <th scope="col">{label} out of sample</th>
            <th scope="col">Return out of sample</th>
            <th scope="col">Efficiency</th>
          </tr>
        </thead>
        <tbody>
          {test.windows.map((window) => {
            const row = window.chosen === null ? undefined : rows.get(window.chosen);
            const values = row === undefined ? read.axes.map(() => '—') : placeWords(read, row);
            return (
              <tr key={window.test_start}>
                <th scope="row">
                  {shortDate(window.test_start)} – {shortDate(window.test_end)}
                </th>
                {read.axes.map((axis, place) => (
                  <td key={axisKey(axis)}>{values[place]}</td>
                ))}
                <td>{write(window.in_sample?.[test.plan.metric])}</td>
                <td>{write(window.out_of_sample?.[test.plan.metric])}</td>
                <td>{signedPercent(window.out_of_sample?.total_return)}</td>
                <td>{wholePercent(window.efficiency)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollPlace>
  );
};

/** The stitched equity is the headline; what was best in hindsight is drawn faintly. */
export const WalkForwardSection = ({ study, read }: { study: Study; read: ReadStudy }) => {
  const test = study.walk_forward;
  const lines = useMemo(() => test && linesOf(test), [test]);
  if (!test || !lines) return null;
  const { out_of_sample: own, windows } = test;
  return (
    <PageSection
      id="walk-forward"
      title="Walk-forward test"
      text={`Each of ${counted(windows.length, 'window', 'windows')} chose its point on train bars, and was judged on the bars after them. This is what the choices earned on bars that they had not seen. Points are not checked for look-ahead until one is kept.`}
    >
      <FigureList
        className={classes.figures}
        figures={[
          {
            name: 'Return out of sample',
            value: signedPercent(own?.total_return),
            isLoss: (own?.total_return ?? 0) < 0,
          },
          { name: 'Sharpe out of sample', value: ratio(own?.sharpe_ratio) },
          {
            name: 'Median efficiency',
            value: wholePercent(medianOf(known(windows.map(({ efficiency }) => efficiency)))),
          },
          { name: 'Returns of windows', value: spreadWords(windows) },
        ]}
      />
      {lines[0].line.times.length > 0 ? (
        <ReturnChart lines={lines} label="Return out of sample" heightPx={HEIGHT_PX} />
      ) : null}
      <WindowsTable test={test} read={read} />
      <Text size="xs" c="dimmed" mt="xs">
        Efficiency is the annual growth out of sample as a share of that in sample; a dash where the latter is
        not above zero. Values that change from window to window, or returns that spread widely, speak against
        the choice.
      </Text>
    </PageSection>
  );
};
