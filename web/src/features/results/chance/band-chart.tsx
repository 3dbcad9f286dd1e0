// A run's equity within the bands of what chance would have made of it, drawn by the chart library.
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import { chartColors } from '../../../lib/charts/chart-colors.ts';
import { LEFT_PX, PLOT_CONFIG, RIGHT_PX } from '../../../lib/charts/figure-basics.ts';
import { Plot } from '../../../ui/plot.ts';
import { usualScale } from '../pictures/figure-layout.ts';
import { bandFigure } from './band-figure.ts';
import type { Bands } from './chance-record.ts';
import classes from './chance-view.module.css';

const HEIGHT_PX = 280;
const CONFIG = { ...PLOT_CONFIG, staticPlot: true };

const LEGEND = [
  ['run', 'This run'],
  ['middle', 'Middle of the draws'],
  ['narrow', 'Half of the draws'],
  ['wide', 'Nine in ten draws'],
] as const;

const LINES = { run: undefined, middle: '6 3' } as const;

const Mark = ({ look }: { look: (typeof LEGEND)[number][0] }) => (
  <svg width="26" height="10" aria-hidden="true" data-look={look}>
    {look === 'run' || look === 'middle' ? (
      <line x1="0" x2="26" y1="5" y2="5" strokeWidth="2" strokeDasharray={LINES[look]} />
    ) : (
      <rect width="26" height="10" />
    )}
  </svg>
);

/** Decoration: the figure around it says what it shows. */
export const BandChart = ({ bands }: { bands: Bands }) => {
  const scheme = useComputedColorScheme('dark');
  const { ref, width } = useElementSize();
  const figure = useMemo(() => {
    const { times } = bands;
    const scale = usualScale([bands.portfolio, bands.p5, bands.p95].map((values) => ({ times, values })));
    const widthPx = Math.max(120, width - LEFT_PX - RIGHT_PX);
    return bandFigure(bands, { widthPx, heightPx: HEIGHT_PX, scale }, chartColors(scheme));
  }, [bands, width, scheme]);
  return (
    <>
      <ul className={classes.legend}>
        {LEGEND.map(([look, name]) => (
          <li key={look}>
            <Mark look={look} />
            {name}
          </li>
        ))}
      </ul>
      <div ref={ref} style={{ minHeight: HEIGHT_PX }}>
        {width > 0 ? <Plot data={figure.data} layout={figure.layout} config={CONFIG} /> : null}
      </div>
    </>
  );
};
