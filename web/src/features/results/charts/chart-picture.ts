// The charts as a picture that can be shared: with title, legend and warnings.
import { type ChartColors, weightColor } from './chart-colors.ts';
import { type ChartView, chartFigure, EQUITY_LINES, lineNames } from './chart-figure.ts';
import { PANE_TITLES, type Pane } from './chart-panes.ts';
import { LEFT_PX } from './figure-layout.ts';
import { pngOf } from './plot.ts';
import type { RunCurves } from './run-curves.ts';

/** Room above the panes for the title and the warning. */
const TITLE_PX = 46;

const named = (name: string, color: string): string => `<span style="color:${color}">■</span> ${name}`;

/** `#` and the like mean nothing to the library, but angle brackets do. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const legendOf = (pane: Pane, curves: RunCurves, view: ChartView, colors: ChartColors): string => {
  if (pane === 'equity')
    return EQUITY_LINES.filter((key) => curves[key] && !view.hidden.includes(key))
      .map((key) => named(lineNames(curves.held)[key], colors[key]))
      .join('  ');
  if (pane === 'holdings' || pane === 'weights')
    return (curves[pane]?.coins ?? [])
      .map((coin, index) => named(escaped(coin), weightColor(coin, index)))
      .join('  ');
  return '';
};

export type Caption = {
  readonly title: string /** What speaks against the result; empty for nothing. */;
  readonly warning: string;
};

/** A PNG of the view, as a data URL. */
export const chartPicture = (
  curves: RunCurves,
  view: ChartView,
  colors: ChartColors,
  { title, warning }: Caption,
): Promise<string> => {
  const { data, layout } = chartFigure(curves, view, colors);
  const areaPx = layout.height - layout.margin.b;
  const at = (y: number, text: string, size: number, color: string) => ({
    ...{ text, xref: 'paper', yref: 'paper', x: 0, xanchor: 'left', xshift: 10 - LEFT_PX, showarrow: false },
    ...{ y: 1 - y / areaPx, yanchor: 'top', font: { size, color }, align: 'left' },
  });
  return pngOf({
    data,
    layout: {
      ...layout,
      height: layout.height + TITLE_PX,
      margin: { ...layout.margin, t: TITLE_PX },
      paper_bgcolor: colors.surface,
      plot_bgcolor: colors.surface,
      annotations: [
        at(-38, `<b>${escaped(title)}</b>`, 14, colors.text),
        at(-16, escaped(warning), 12, colors.underwater),
        ...view.panes.boxes.map(({ pane, headTop }) =>
          at(
            headTop + 8,
            `<b>${PANE_TITLES[pane]}</b>   ${legendOf(pane, curves, view, colors)}`,
            12,
            colors.text,
          ),
        ),
      ],
    } as typeof layout,
  });
};
