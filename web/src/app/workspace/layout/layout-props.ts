// The parts that both layouts of the workspace place.
import type { ReactNode } from 'react';

export type LayoutProps = {
  /** Name of the selected chat. */
  title: string;
  isPrivate: boolean;
  /** No chat is selected: there is nothing to set. */
  hasNoChat: boolean;
  /** Names the selected item if it is a strategy that can be run, another one each time that it is chosen; else null. */
  runnableKey: string | null;
  /** A result is looked at: the settings are folded away until they are requested. */
  showsResult: boolean;
  /** The unfinished run that this tab started: its progress shows next to the settings. */
  runningId: string | null;
  /** Counts what was chosen in the list. */
  choices: number;
  /** Counts how often the settings were requested from elsewhere. */
  settingsAsked: number;
  chatPanel: ReactNode;
  mainPanel: ReactNode;
  settingsPanel: ReactNode;
  listPanel: ReactNode;
};
