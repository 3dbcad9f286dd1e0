// What both layouts of the workspace place.
import type { ReactNode } from 'react';

export type LayoutProps = {
  /** Name of the selected chat. */
  title: string;
  isPrivate: boolean;
  /** The user let go of every chat: there is nothing to set. */
  isDeselected: boolean;
  /** Whether the selected item is a strategy that can be run. */
  isRunnable: boolean;
  chatPanel: ReactNode;
  mainPanel: ReactNode;
  settingsPanel: ReactNode;
  listPanel: ReactNode;
};
