// The charts as a picture that can be shared: the figure of the page under a title, what was run, and warnings.

import { type ChartColors, weightColor } from '../../../lib/charts/chart-colors.ts';
import { LEFT_PX, RIGHT_PX } from '../../../lib/charts/figure-basics.ts';
import { amount } from '../../../lib/format.ts';
import { type RunCurves, type Series, valueAt } from '../curves/run-curves.ts';
import { type ChartView, chartFigure, DASHES, EQUITY_LINES, lineNames } from './chart-figure.ts';
import { PANE_TITLES, type Pane } from './chart-panes.ts';

const TITLE_LINE_PX = 24;
const LINE_PX = 17;
const EDGE_PX = 10;
/** Rather too wide than cut: a letter of 12 px is about this wide. */
const LETTER_PX = 6.4;
const TITLE_LETTER_PX = 8.4;

type Words = { readonly plain: string; readonly markup: string };

const keyed = (mark: string, name: string, color: string): Words => ({
  plain: `${mark} ${name}`,
  markup: `<span style="color:${color}"><b>${mark}</b></span> ${escaped(name)}`,
});
const STROKES = { solid: '—', dash: '- -', dot: '···' } as const;

/** `#` and the like mean nothing to the library, but angle brackets do. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const plain = (text: string): Words => ({ plain: text, markup: escaped(text) });

/** Parts side by side, on as many lines as they need. */
const wrapped = (parts: readonly Words[], widthPx: number, between: string): string[] => {
  const lines: Words[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const letters = (last?.plain.length ?? 0) + between.length + part.plain.length;
    if (!last || letters * LETTER_PX > widthPx) lines.push(part);
    else
      lines[lines.length - 1] = {
        plain: `${last.plain}${between}${part.plain}`,
        markup: `${last.markup}${between}${part.markup}`,
      };
  }
  return lines.map(({ markup }) => markup);
};

const cut = (text: string, letters: number): string =>
  text.length <= letters
    ? text
    : // Not through the middle of an emoji, which could not be written into an address.
      `${text
        .slice(0, Math.max(1, letters - 1))
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`;

const legendOf = (pane: Pane, curves: RunCurves, view: ChartView, colors: ChartColors): Words[] => {
  if (pane === 'equity')
    return EQUITY_LINES.filter((key) => curves[key] && !view.hidden.includes(key)).map((key) =>
      keyed(
        STROKES[DASHES[key]],
        `${lineNames(curves.held)[key]} ${amount(valueAt(curves[key] as Series, view.range.to))}`,
        colors[key],
      ),
    );
  if (pane === 'holdings' || pane === 'weights')
    return (curves[pane]?.coins ?? []).map((coin, index) => keyed('■', coin, weightColor(coin, index)));
  return [];
};

const headOf = (
  pane: Pane,
  curves: RunCurves,
  view: ChartView,
  colors: ChartColors,
  roomPx: number,
): string => {
  const title = { plain: PANE_TITLES[pane], markup: `<b>${PANE_TITLES[pane]}</b>` };
  return wrapped([title, ...legendOf(pane, curves, view, colors)], roomPx, '   ').join('<br>');
};

export type Caption = {
  readonly title: string;
  /** The run in a few words each: coins, days, capital, costs. */
  readonly facts: readonly string[];
  /** The objections to the result; empty for none. */
  readonly warning: string;
};

/** The figure of the page, of the same axes, ticks and colours, with its captions above. */
export const pictureFigure = (
  curves: RunCurves,
  view: ChartView,
  colors: ChartColors,
  { title, facts, warning }: Caption,
) => {
  const { data, layout } = chartFigure(curves, view, colors);
  const roomPx = view.widthPx + LEFT_PX + RIGHT_PX - 2 * EDGE_PX;
  const factLines = wrapped(facts.map(plain), roomPx, ' · ');
  const warningLines = wrapped(warning.split('; ').filter(Boolean).map(plain), roomPx, '; ');
  const headPx = EDGE_PX + TITLE_LINE_PX + LINE_PX * (factLines.length + warningLines.length) + EDGE_PX;
  const areaPx = layout.height - layout.margin.b;
  const at = (y: number, text: string, size: number, color: string) => ({
    text,
    xref: 'paper',
    yref: 'paper',
    x: 0,
    xanchor: 'left',
    xshift: EDGE_PX - LEFT_PX,
    y: 1 - y / areaPx,
    yanchor: 'top',
    font: { size, color },
    align: 'left',
    showarrow: false,
  });
  const factsAt = EDGE_PX + TITLE_LINE_PX - headPx;
  return {
    data,
    layout: {
      ...layout,
      height: layout.height + headPx,
      margin: { ...layout.margin, t: headPx },
      paper_bgcolor: colors.surface,
      annotations: [
        at(EDGE_PX - headPx, `<b>${escaped(cut(title, roomPx / TITLE_LETTER_PX))}</b>`, 14, colors.text),
        at(factsAt, factLines.join('<br>'), 12, colors.dimmed),
        at(factsAt + LINE_PX * factLines.length, warningLines.join('<br>'), 12, colors.underwater),
        ...view.panes.boxes.map(({ pane, headTop }) =>
          at(headTop + 8, headOf(pane, curves, view, colors, roomPx), 12, colors.text),
        ),
      ].filter(({ text }) => text !== ''),
    },
  };
};
