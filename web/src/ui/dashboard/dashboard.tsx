// The parts of a page on a grid that its user arranges; one below the other where there is no room.
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { GridLayout, type Layout } from 'react-grid-layout';
import './dashboard.css';
import classes from './dashboard.module.css';
import { afterKey, asHighAs, COLUMNS, withKeptHeights } from './dashboard-layout.ts';
import { inHost, Slot, useHosts } from './kept-content.tsx';
import type { useLayout } from './use-layout.ts';
import { DRAG_HANDLE, Widget } from './widget.tsx';

/**
 * A window that the usual layout does not fit into: the parts are as high as their content, so that the page scrolls, and
 * nothing inside of it.
 */
const LOW_WINDOW = '(max-height: 1040px)';
/** Below this the parts lie one below the other. */
const GRID_FROM_PX = 760;
const ROW_PX = 30;
const GAP_PX = 12;

export type Part = { readonly title: string; readonly aside?: ReactNode; readonly content: ReactNode };

type DashboardProps<Name extends string> = {
  parts: Readonly<Record<Name, Part>>;
  /** Of all parts. */
  names: readonly Name[];
  arranged: Pick<ReturnType<typeof useLayout>, 'layout' | 'change'>;
  /** The order of the parts where they are stacked: what matters first. */
  stacked: readonly Name[];
};

type Hosts<Name extends string> = Readonly<Record<Name, HTMLElement>>;
type StackedProps<Name extends string> = Pick<DashboardProps<Name>, 'parts' | 'stacked'> & {
  hosts: Hosts<Name>;
};

const Stacked = <Name extends string>({ parts, stacked, hosts }: StackedProps<Name>) => (
  <div className={classes.stack}>
    {stacked.map((name) => (
      <Widget key={name} title={parts[name].title} aside={parts[name].aside}>
        <Slot host={hosts[name]} />
      </Widget>
    ))}
  </div>
);

/** How many rows the content of each part takes, as it was measured. */
const useContentRows = () => {
  const [rows, setRows] = useState<Partial<Record<string, number>>>({});
  const measured = (name: string) => (heightPx: number) => {
    const needed = Math.ceil((heightPx + GAP_PX) / (ROW_PX + GAP_PX));
    setRows((before) => (before[name] === needed ? before : { ...before, [name]: needed }));
  };
  return [rows, measured] as const;
};

type GridProps<Name extends string> = Omit<DashboardProps<Name>, 'stacked'> & {
  widthPx: number;
  hosts: Hosts<Name>;
};

const Grid = <Name extends string>({ parts, names, arranged, widthPx, hosts }: GridProps<Name>) => {
  const { layout, change } = arranged;
  const isLow = useMediaQuery(LOW_WINDOW, undefined, { getInitialValueInEffect: false }) ?? false;
  const [rows, measured] = useContentRows();
  const shown = useMemo(() => (isLow ? asHighAs(layout, rows) : layout), [isLow, layout, rows]);
  const [said, setSaid] = useState('');
  // Only what its user does: the grid reports a layout that it was given a little later, when there may be a newer one.
  const take = (next: Layout) => change(isLow ? withKeptHeights(next, layout) : next);
  const onKey = (name: Name) => (event: KeyboardEvent) => {
    const next = afterKey(layout, name, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    change(next);
    const place = next.find(({ i }) => i === name);
    if (place)
      setSaid(
        `${parts[name].title}: column ${place.x + 1}, row ${place.y + 1}, ${place.w} wide, ${place.h} high`,
      );
  };
  return (
    <>
      <GridLayout
        width={widthPx}
        layout={shown}
        gridConfig={{ cols: COLUMNS, rowHeight: ROW_PX, margin: [GAP_PX, GAP_PX], containerPadding: [0, 0] }}
        dragConfig={{ handle: `.${DRAG_HANDLE}` }}
        resizeConfig={{ handles: ['se'] }}
        onDragStop={take}
        onResizeStop={take}
      >
        {names.map((name) => (
          <div key={name}>
            <Widget
              title={parts[name].title}
              aside={parts[name].aside}
              onKey={onKey(name)}
              onHeight={isLow ? measured(name) : undefined}
            >
              <Slot host={hosts[name]} />
            </Widget>
          </div>
        ))}
      </GridLayout>
      <output className={classes.said}>{said}</output>
    </>
  );
};

/** Moves by key are said to screen readers. */
export const Dashboard = <Name extends string>(props: DashboardProps<Name>) => {
  const { parts, names, arranged, stacked } = props;
  const { ref, width } = useElementSize();
  const hosts = useHosts(names);
  return (
    <div ref={ref}>
      {width === 0 ? null : width < GRID_FROM_PX ? (
        <Stacked parts={parts} stacked={stacked} hosts={hosts} />
      ) : (
        <Grid parts={parts} names={names} arranged={arranged} widthPx={width} hosts={hosts} />
      )}
      {width === 0 ? null : names.map((name) => inHost(hosts[name], parts[name].content, name))}
    </div>
  );
};
