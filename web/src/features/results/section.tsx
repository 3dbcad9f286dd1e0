// A titled part of a result: a card whose heading names it.
import { Box, Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
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

/** A table that may be wider than its card; it can be scrolled by keyboard. */
export const TablePlace = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box className={classes.scroll ?? ''} tabIndex={0} role="region" aria-label={`${label}, scrollable`}>
    {children}
  </Box>
);
