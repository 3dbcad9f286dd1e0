// All statistics of a run, grouped.
import { Paper, Table, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { groupsOf, recordOf } from './statistics.ts';
import type { StatisticGroup } from './statistics-tables.ts';
import classes from './statistics-view.module.css';

const Group = ({ title, lines }: StatisticGroup) => {
  const titleId = useId();
  return (
    <Paper
      withBorder
      p="md"
      radius="md"
      component="section"
      aria-labelledby={titleId}
      className={classes.group ?? ''}
    >
      <Title order={2} fz="sm" mb={4} id={titleId}>
        {title}
      </Title>
      <Table verticalSpacing={5} horizontalSpacing={0} aria-labelledby={titleId}>
        <Table.Tbody>
          {lines.map(({ key, label, text }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={400} c="dimmed">
                {label}
              </Table.Th>
              <Table.Td ta="right">{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
};

/** Groups of figures; the fallback when the text is no JSON object. */
export const StatisticsView = ({ text, fallback }: { text: string; fallback: ReactNode }) => {
  const statistics = recordOf(text);
  if (!statistics) return fallback;
  return (
    <div className={classes.groups}>
      {groupsOf(statistics).map((group) => (
        <Group key={group.title} {...group} />
      ))}
    </div>
  );
};
