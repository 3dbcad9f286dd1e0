// A titled part of a result: a card with a heading.
import { Paper, Title } from '@mantine/core';
import { type ReactNode, useCallback, useId, useState } from 'react';
import classes from './section.module.css';

type SectionProps = { title: string /** A line below the title. */; note?: string; children: ReactNode };

/** A card with a heading. */
export const Section = ({ title, note, children }: SectionProps) => {
  const titleId = useId();
  return (
    <Paper
      withBorder
      radius="md"
      component="section"
      aria-labelledby={titleId}
      className={classes.section ?? ''}
    >
      <Title order={2} id={titleId} className={classes.title ?? ''}>
        {title}
      </Title>
      {note === undefined ? null : <p className={classes.note}>{note}</p>}
      {children}
    </Paper>
  );
};

/** Whether the content of a place is wider than the place, as either of them changes. */
const useOverflow = () => {
  const [overflows, setOverflows] = useState(false);
  const ref = useCallback((place: HTMLElement | null) => {
    if (!place) return;
    const observer = new ResizeObserver(() => setOverflows(place.scrollWidth > place.clientWidth));
    for (const element of [place, ...place.children]) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, overflows };
};

/** A table; one that is wider than its card can be scrolled by keyboard. */
export const TablePlace = ({ label, children }: { label: string; children: ReactNode }) => {
  const { ref, overflows } = useOverflow();
  const scrollable = overflows
    ? { tabIndex: 0, role: 'region', 'aria-label': `${label}, scrollable` }
    : undefined;
  return (
    <div ref={ref} className={classes.scroll} {...scrollable}>
      {children}
    </div>
  );
};
