// A table whose rows a phone shows as cards; where it is wider than its place, it scrolls.
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { ScrollPlace } from '../../ui/scroll-place.tsx';
import classes from './cards.module.css';

type CardTableProps = { label: string /** Of a row, in px. */; verticalSpacing: number; children: ReactNode };

export const CardTable = ({ label, verticalSpacing, children }: CardTableProps) => (
  <ScrollPlace label={label} className={classes.scroll}>
    <Table
      horizontalSpacing={6}
      verticalSpacing={verticalSpacing}
      className={classes.cards ?? ''}
      aria-label={label}
    >
      {children}
    </Table>
  </ScrollPlace>
);
