// The head of a pane: its title and actions.
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './panel-head.module.css';

type PanelHeadProps = { title: ReactNode; children?: ReactNode };

/** Title on the left, actions on the right. */
export const PanelHead = ({ title, children }: PanelHeadProps) => (
  <header className={classes.head}>
    <Title order={2} className={classes.title ?? ''}>
      {title}
    </Title>
    <div className={classes.actions}>{children}</div>
  </header>
);
