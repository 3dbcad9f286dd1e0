// The cells of a heat map: a table of numbers with colours, read by pointer, or by arrow keys cell by cell.
import { type FocusEvent, type KeyboardEvent, type MouseEvent, memo, useRef } from 'react';
import { ScrollPlace } from '../../../ui/tables/scroll-place.tsx';
import type { HeatMap } from './heat-cells.ts';
import { cellColors, SCALE, stepOf } from './heat-colors.ts';
import classes from './heat-map.module.css';

/** Made once, so that a redrawing compares them by identity. */
const COLORS = SCALE.map((_, step) => cellColors(step));

const cellOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;

/** The cell that a key leads to, of so many in lines of `width`; null for other keys. */
export const afterKey = (key: string, cell: number, width: number, cells: number): number | null => {
  const column = cell % width;
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: column > 0 ? cell - 1 : cell,
    ArrowRight: column < width - 1 ? cell + 1 : cell,
    ArrowUp: cell >= width ? cell - width : cell,
    ArrowDown: cell + width < cells ? cell + width : cell,
    Home: cell - column,
    End: cell - column + width - 1,
  };
  return moves[key] ?? null;
};

type HeatGridProps = {
  label: string;
  map: HeatMap;
  /** Of the axes; an empty one for a map of one line. */
  across: string;
  down: string;
  /** Null where no axis splits the columns. */
  within: string | null;
  figures: readonly (number | null)[];
  write: (value: unknown) => string;
  /** The place of the point of a cell; pinned when it was pressed or has the focus. */
  onLook: (row: number, isPinned: boolean) => void;
};

/** One stop of the Tab key: the cell that had the focus last. */
const useCells = ({ map, onLook }: Pick<HeatGridProps, 'map' | 'onLook'>) => {
  const stop = useRef<HTMLElement>(null);
  const look = (target: EventTarget, isPinned: boolean) => {
    const row = map.cells[Number(cellOf(target)?.dataset.cell ?? -1)]?.row;
    if (typeof row === 'number') onLook(row, isPinned);
  };
  return {
    role: 'grid',
    onMouseOver: ({ target }: MouseEvent) => look(target, false),
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      const cell = cellOf(target);
      if (!cell) return;
      const before = stop.current ?? currentTarget.querySelector<HTMLElement>('[tabindex="0"]');
      if (before) before.tabIndex = -1;
      cell.tabIndex = 0;
      stop.current = cell;
      look(target, true);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const from = Number(cellOf(event.target)?.dataset.cell ?? -1);
      const next = from < 0 ? null : afterKey(event.key, from, map.columns.length, map.cells.length);
      if (next === null) return;
      event.preventDefault();
      event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
    },
  };
};

type CellProps = Pick<HeatGridProps, 'map' | 'figures' | 'write'> & { cell: number };

/** Without a figure it says why. */
const HeatCell = ({ map, figures, write, cell }: CellProps) => {
  const { row, count } = map.cells[cell] ?? { row: null, count: 0 };
  const figure = row === null ? null : (figures[row] ?? null);
  const shown = {
    role: 'gridcell',
    'data-cell': cell,
    tabIndex: cell === 0 ? 0 : -1,
  };
  if (figure === null)
    return (
      <td
        {...shown}
        className={classes.none}
        title={count === 0 ? 'No point here' : 'Failed, or without this figure'}
      >
        {count === 0 ? '' : '×'}
      </td>
    );
  return (
    <td {...shown} style={COLORS[stepOf(figure, map.darkest, map.brightest)]}>
      {write(figure)}
    </td>
  );
};

/** The names of the columns; where they are split, below the value that several of them share. */
const Heads = ({ map, across, down, within }: Pick<HeatGridProps, 'map' | 'across' | 'down' | 'within'>) => (
  <thead>
    <tr>
      <td className={classes.corner}>
        {down === '' ? null : <span>{`${down}\u00a0↓`}</span>}
        <span>{`${across}\u00a0→`}</span>
      </td>
      {within === null
        ? map.columns.map((words) => (
            <th key={words} scope="col">
              {words}
            </th>
          ))
        : map.groups.map(({ words, size }) => (
            <th key={words} scope="colgroup" colSpan={size}>
              {words}
            </th>
          ))}
    </tr>
    {within === null ? null : (
      <tr>
        <td className={classes.corner}>{`${within}\u00a0→`}</td>
        {map.groups
          .flatMap(({ words, size }) => Array.from({ length: size }, (_, part) => `${words} ${part}`))
          .map((key, column) => (
            <th key={key} scope="col">
              {map.columns[column]}
            </th>
          ))}
      </tr>
    )}
  </thead>
);

export const HeatGrid = memo((props: HeatGridProps) => {
  const { label, map, across, down, within, figures, write } = props;
  const width = map.columns.length;
  const cells = useCells(props);
  return (
    <ScrollPlace label={label} className={classes.scroll}>
      <table className={classes.grid} aria-label={label} {...cells}>
        <Heads map={map} across={across} down={down} within={within} />
        <tbody>
          {map.lines.map((words, line) => (
            <tr key={words}>
              <th scope="row">{words}</th>
              {Array.from({ length: width }, (_, place) => line * width + place).map((cell) => (
                <HeatCell key={cell} map={map} figures={figures} write={write} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollPlace>
  );
});
