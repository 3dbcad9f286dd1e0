// The drawer that holds the list of chats where there is no room next to the page.
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReturnedFocus } from '../../../lib/use-returned-focus.ts';
import classes from './list-drawer.module.css';

/** Comes in from the right; whatever is chosen closes it. */
export const ListDrawer = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => {
  useReturnedFocus(true);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(22rem, 92vw)"
      title="Files and history"
      padding={0}
      classNames={{ header: classes.head ?? '', body: classes.body ?? '' }}
    >
      {children}
    </Drawer>
  );
};
