// The settings of a run, enough to run it again, and the user's notes.
import { Code, Group, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { PrintedOutput } from '../../../ui/printed-output.tsx';
import { recordOf } from '../statistics/statistics.ts';
import { NotesSection } from './notes-section.tsx';
import { type SettingsLine, settingsLines, shortHash } from './settings-lines.ts';
import classes from './settings-view.module.css';
import { type Folder, notesOf } from './use-notes.ts';

const Value = ({ kind, text, label }: SettingsLine) => {
  if (kind !== 'hash' || text === '—') return text;
  return (
    <Group gap={6} wrap="nowrap">
      <Code title={text}>{shortHash(text)}</Code>
      <CopyButton text={text} what={label} />
    </Group>
  );
};

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
      <Table verticalSpacing={7} horizontalSpacing={0} aria-label="Settings">
        <Table.Tbody>
          {lines
            .filter((line) => line !== output && !(hasNotes && line.key === 'notes'))
            .map((line) => (
              <Table.Tr key={line.key}>
                <Table.Th scope="row" w="42%" fw="var(--weight-regular)" c="dimmed" pr="md">
                  {line.label}
                </Table.Th>
                <Table.Td>
                  <Value {...line} />
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      {output ? <PrintedOutput text={output.text} /> : null}
    </div>
  );
};
