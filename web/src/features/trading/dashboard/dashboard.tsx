// The parts of the trading page on a grid that its user arranges; one below the other where there is no room.
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { GridLayout } from 'react-grid-layout';
import './dashboard.css';
import classes from './dashboard.module.css';
import { afterKey, COLUMNS, WIDGETS, type WidgetName } from './dashboard-layout.ts';
import type { useLayout } from './use-layout.ts';
import { DRAG_HANDLE, Widget } from './widget.tsx';

/** Below this the parts lie one below the other. */
const GRID_FROM_PX = 760;
const ROW_PX = 30;
const GAP_PX = 12;

export type Part = { readonly title: string; readonly aside?: ReactNode; readonly content: ReactNode };

type DashboardProps = {
  parts: Readonly<Record<WidgetName, Part>>;
  arranged: Pick<ReturnType<typeof useLayout>, 'layout' | 'change'>;
  /** The order of the parts where they are stacked: what matters first. */
  stacked: readonly WidgetName[];
};

const Stacked = ({ parts, stacked }: Pick<DashboardProps, 'parts' | 'stacked'>) => (
  <div className={classes.stack}>
    {stacked.map((name) => (
      <Widget key={name} title={parts[name].title} aside={parts[name].aside}>
        {parts[name].content}
      </Widget>
    ))}
  </div>
);

const Grid = ({ parts, arranged, widthPx }: Omit<DashboardProps, 'stacked'> & { widthPx: number }) => {
  const { layout, change } = arranged;
  const [said, setSaid] = useState('');
  const onKey = (name: WidgetName) => (event: KeyboardEvent) => {
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
        layout={layout}
        gridConfig={{ cols: COLUMNS, rowHeight: ROW_PX, margin: [GAP_PX, GAP_PX], containerPadding: [0, 0] }}
        dragConfig={{ handle: `.${DRAG_HANDLE}` }}
        resizeConfig={{ handles: ['se'] }}
        onLayoutChange={change}
      >
        {WIDGETS.map((name) => (
          <div key={name}>
            <Widget title={parts[name].title} aside={parts[name].aside} onKey={onKey(name)}>
              {parts[name].content}
            </Widget>
          </div>
        ))}
      </GridLayout>
      <output className={classes.said}>{said}</output>
    </>
  );
};

/** What moves by key is said to screen readers. */
export const Dashboard = ({ parts, arranged, stacked }: DashboardProps) => {
  const { ref, width } = useElementSize();
  return (
    <div ref={ref}>
      {width === 0 ? null : width < GRID_FROM_PX ? (
        <Stacked parts={parts} stacked={stacked} />
      ) : (
        <Grid parts={parts} arranged={arranged} widthPx={width} />
      )}
    </div>
  );
};
