// The settings of a run, enough to run it again, and the user's notes.
import type { ReactNode } from 'react';
import { PrintedOutput } from '../../../ui/printed-output.tsx';
import { recordOf } from '../statistics/statistics.ts';
import { NotesSection } from './notes-section.tsx';
import { settingsLines } from './settings-lines.ts';
import { SettingsTable } from './settings-table.tsx';
import classes from './settings-view.module.css';
import { type Folder, notesOf } from './use-notes.ts';

type SettingsViewProps = Folder & {
  text: string;
  /** True if notes can be kept with this file. */
  hasNotes: boolean;
  fallback: ReactNode;
};

/** Labels, values and notes; the fallback when the text is not a JSON object. */
export const SettingsView = ({ text, hasNotes, fallback, ...folder }: SettingsViewProps) => {
  const settings = recordOf(text);
  if (!settings) return fallback;
  const lines = settingsLines(settings);
  const output = lines.find(({ kind }) => kind === 'output');
  return (
    <div className={classes.view}>
      {hasNotes ? <NotesSection {...folder} saved={notesOf(settings)} /> : null}
      <SettingsTable lines={lines.filter((line) => line !== output && !(hasNotes && line.key === 'notes'))} />
      {output ? <PrintedOutput text={output.text} /> : null}
    </div>
  );
};
