// A place when there is nothing yet: what belongs here and how to get it.
import { EmptyState } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type EmptyPlaceProps = {
  icon: Icon;
  title: string;
  text: ReactNode;
  /** Level of the heading: 1 where the whole page is empty. */
  order?: 1 | 2;
  /** Actions, main one first. */
  children?: ReactNode;
};

/** An empty state that teaches: icon, title, one or two sentences, actions. */
export const EmptyPlace = ({ icon: Icon, title, text, order = 2, children }: EmptyPlaceProps) => (
  <EmptyState size="sm" variant="light" p="lg" maw={460}>
    <EmptyState.Indicator>
      <Icon size={26} stroke={1.6} aria-hidden />
    </EmptyState.Indicator>
    <EmptyState.Title order={order}>{title}</EmptyState.Title>
    <EmptyState.Description>{text}</EmptyState.Description>
    {children ? (
      <EmptyState.Actions style={{ justifyContent: 'center' }}>{children}</EmptyState.Actions>
    ) : null}
  </EmptyState>
);
