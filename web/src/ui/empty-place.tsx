// What a place shows when there is nothing yet: what belongs here and how to get it.
import { EmptyState } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type EmptyPlaceProps = {
  icon: Icon;
  title: string;
  text: ReactNode;
  /** Actions, main one first. */
  children?: ReactNode;
};

/** An empty state that teaches: icon, title, one or two sentences, actions. */
export const EmptyPlace = ({ icon: Icon, title, text, children }: EmptyPlaceProps) => (
  <EmptyState
    size="sm"
    variant="light"
    p="lg"
    maw={460}
    icon={<Icon size={26} stroke={1.6} aria-hidden />}
    title={title}
    description={text}
  >
    {children ? <EmptyState.Actions>{children}</EmptyState.Actions> : null}
  </EmptyState>
);
