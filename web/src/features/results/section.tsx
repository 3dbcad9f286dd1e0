// A titled part of a result: a card with a heading.
import { Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { ScrollPlace } from '../../ui/tables/scroll-place.tsx';
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

/** A table, which may be wider than its card. */
export const TablePlace = ({ label, children }: { label: string; children: ReactNode }) => (
  <ScrollPlace label={label} className={classes.scroll}>
    {children}
  </ScrollPlace>
);
