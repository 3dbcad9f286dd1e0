// Which part of a run's charts is shown: panes, time, scale and lines.
import { useMemo, useState } from 'react';
import type { TimeRange } from '../curves/chart-range.ts';
import { type RunCurves, withBenchmark } from '../curves/run-curves.ts';
import { type ChartView, EQUITY_LINES, type EquityLine, lineWidthsPx } from '../pictures/chart-figure.ts';
import { type Pane, paneBoxes, panesOf } from '../pictures/chart-panes.ts';
import { type Scale, usualScale } from '../pictures/figure-layout.ts';

/** `heightPx`: what the panes share; without it each has its own height. */
export const useChartView = (run: RunCurves, widthPx: number, heightPx: number | undefined) => {
  const [held, setHeld] = useState<string | null>(null);
  const curves = useMemo(() => withBenchmark(run, held), [run, held]);
  const { times } = curves.portfolio;
  const whole = useMemo<TimeRange>(() => ({ from: times[0] as number, to: times.at(-1) as number }), [times]);
  const available = useMemo(() => panesOf(curves), [curves]);
  const [closed, setClosed] = useState<readonly Pane[]>([]);
  const [range, setRange] = useState<TimeRange | null>(null);
  const [chosen, setScale] = useState<Scale | null>(null);
  const scale = useMemo(() => chosen ?? usualScale(EQUITY_LINES.map((key) => curves[key])), [chosen, curves]);
  const linesPx = useMemo(() => lineWidthsPx(curves), [curves]);
  const [hidden, setHidden] = useState<readonly EquityLine[]>([]);
  const view = useMemo<ChartView>(
    () => ({
      panes: paneBoxes(
        available.filter((pane) => !closed.includes(pane)),
        { widthPx, heightPx, linesPx, coins: curves.weights?.coins.length ?? 0 },
      ),
      range: range ?? whole,
      widthPx,
      scale,
      hidden,
    }),
    [curves, available, closed, heightPx, range, whole, widthPx, scale, hidden, linesPx],
  );
  return {
    /** With the benchmark that is chosen. */
    curves,
    setHeld,
    view,
    whole,
    available,
    setRange,
    setScale,
    showPanes: (panes: readonly Pane[]) => setClosed(available.filter((pane) => !panes.includes(pane))),
    toggleLine: (line: EquityLine) =>
      setHidden((before) =>
        before.includes(line) ? before.filter((other) => other !== line) : [...before, line],
      ),
  };
};

export type ChartControls = ReturnType<typeof useChartView>;
