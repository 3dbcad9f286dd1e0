// A part of a page with its own heading.
import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type PageSectionProps = {
  /** Names the section for links and screen readers. */
  id: string;
  title: string;
  text?: ReactNode;
  /** Next to the heading. */
  aside?: ReactNode;
  children?: ReactNode;
};

/** A bordered card, labelled by its heading. */
export const PageSection = ({ id, title, text, aside, children }: PageSectionProps) => (
  <Paper withBorder p={{ base: 'md', xs: 'lg' }} radius="md" component="section" aria-labelledby={id}>
    <Group justify="space-between" mb={text ? 4 : 'md'} gap="xs">
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      {aside}
    </Group>
    {text ? (
      <Text size="sm" c="dimmed" mb="md">
        {text}
      </Text>
    ) : null}
    {children}
  </Paper>
);
