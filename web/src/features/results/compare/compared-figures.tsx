// The figures of compared results side by side: the best and the worst of each row marked, and what cannot be compared.
import { Button } from '@mantine/core';
import { IconDownload, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { downloadText } from '../../../lib/download.ts';
import { isLoss } from '../../../lib/format.ts';
import type { Held } from '../../../lib/returns/held-return.ts';
import { ReturnFigure } from '../../../ui/figures/return-figure.tsx';
import { Section, TablePlace } from '../section.tsx';
import { type Aspect, differingAspects, notComparable } from './comparable.ts';
import type { Rebased } from './compare-curves.ts';
import {
  type Mark,
  type MetricCell,
  type MetricRow,
  metricRows,
  sharedReturnRow,
} from './compare-metrics.ts';
import type { Compared } from './compared.ts';
import { Heads, type Open } from './compared-heads.tsx';
import { comparisonCsv } from './comparison-csv.ts';
import classes from './comparison-view.module.css';

const MARKS = { best: [IconThumbUp, 'best'], worst: [IconThumbDown, 'worst'] } as const;

const MarkSign = ({ mark }: { mark: Mark }) => {
  if (mark === null) return null;
  const [Icon, name] = MARKS[mark];
  return (
    <span title={name}>
      <Icon size={13} stroke={2.2} role="img" aria-label={name} />
    </span>
  );
};

const NotComparable = ({ differing }: { differing: readonly Aspect[] }) => {
  const words = notComparable(differing);
  return words === null ? null : <span className={classes.apart}>{words}</span>;
};

const Cell = ({ text, value, mark, held }: MetricCell) => (
  <td data-mark={mark ?? undefined} data-loss={(held === undefined && isLoss(text)) || undefined}>
    {held === undefined ? (
      <>
        <MarkSign mark={mark} /> {text}
      </>
    ) : (
      <ReturnFigure own={value} held={held} isStacked mark={mark && <MarkSign mark={mark} />} />
    )}
  </td>
);

/** The time that the results share, and what holding the coins of each returned in it. */
export type Shared = { readonly rebased: Rebased; readonly held: readonly (Held | null)[] };
export type FiguresProps = { compared: readonly Compared[]; shared: Shared | null; onOpen: Open };

const UNEVEN =
  ' The periods differ: over other days, also as figures of a year, the market differs as much as the strategies.';

const noteOf = (rows: readonly MetricRow[]): string => {
  const apart = rows.flatMap(({ differing }) => differing);
  if (apart.length === 0) return 'Thumbs mark the best and the worst of a row.';
  const marks =
    'Thumbs mark the best and the worst of a row, but not where the results differ in what its figures depend on: such a row says so.';
  return `${marks}${apart.includes('period') ? UNEVEN : ''}`;
};

const figureRows = (compared: readonly Compared[], shared: Shared | null): MetricRow[] => {
  const isUneven = differingAspects(compared).includes('period');
  const first = isUneven && shared ? sharedReturnRow(shared.rebased, compared, shared.held) : null;
  return [...(first ? [first] : []), ...metricRows(compared)];
};

/** A row for each figure; what cannot be compared says so, and all of it can be downloaded. */
export const Figures = ({ compared, shared, onOpen }: FiguresProps) => {
  const rows = figureRows(compared, shared);
  const save = () =>
    downloadText('comparison.csv', `\uFEFF${comparisonCsv(compared, rows)}`, 'text/csv;charset=utf-8');
  return (
    <Section title="Figures" note={noteOf(rows)}>
      <Button
        size="compact-xs"
        variant="default"
        mb={6}
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={save}
      >
        Download CSV
      </Button>
      <TablePlace label="Figures of the compared results">
        <table className={classes.table} aria-label="Figures of the compared results">
          <Heads columns={compared} onOpen={onOpen} />
          <tbody>
            {rows.map(({ key, label, cells, differing }) => (
              <tr key={key} data-apart={differing.length > 0 || undefined}>
                <th scope="row">
                  {label} <NotComparable differing={differing} />
                </th>
                {cells.map((cell, place) => (
                  <Cell key={compared[place]?.run} {...cell} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TablePlace>
    </Section>
  );
};
