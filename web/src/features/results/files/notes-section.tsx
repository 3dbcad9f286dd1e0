// The user's notes on a result.
import { Alert, Button, Group, Text, Textarea } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { NOTES_LENGTH_MAX } from '@tradeium/contracts';
import { useEffect, useRef } from 'react';
import { wholeNumber } from '../../../lib/format.ts';
import { FailureAlert } from '../../../ui/loading/failure-alert.tsx';
import { Section } from '../section.tsx';
import classes from './notes-section.module.css';
import { type Folder, isTooLong, useNotes } from './use-notes.ts';

const PLACEHOLDER = 'Click edit to add notes...';

type EditorProps = Omit<ReturnType<typeof useNotes>, 'draft'> & { draft: string };

type RivalProps = { rival: string; onKeep: () => void; onTake: () => void };

/** Two versions of the notes on a result: the user's own are in the field above. */
const Rival = ({ rival, onKeep, onTake }: RivalProps) => (
  <Alert color="yellow" role="alert" mt="xs" title="These notes have been saved elsewhere in the meantime">
    <p className={classes.notes}>{rival || 'They are empty now.'}</p>
    <Group gap="xs">
      <Button size="compact-sm" variant="default" onClick={onKeep}>
        Keep mine
      </Button>
      <Button size="compact-sm" variant="default" onClick={onTake}>
        Take theirs
      </Button>
    </Group>
  </Alert>
);

const Editor = ({ draft, rival, failure, isSaving, edit, giveUp, keepMine, save }: EditorProps) => {
  const tooLong = isTooLong(draft);
  return (
    <>
      <Textarea
        aria-label="Notes"
        placeholder={PLACEHOLDER}
        autosize
        minRows={4}
        maxRows={16}
        value={draft}
        readOnly={isSaving}
        error={tooLong ? `Notes can have at most ${wholeNumber(NOTES_LENGTH_MAX)} characters` : null}
        onChange={({ currentTarget }) => edit(currentTarget.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          if (key === 'Enter' && (ctrlKey || metaKey)) void save();
        }}
      />
      {rival === null ? null : <Rival rival={rival} onKeep={keepMine} onTake={giveUp} />}
      {failure === null ? null : <FailureAlert mt="xs">{failure}</FailureAlert>}
      <Group mt="xs" gap="xs">
        <Button size="xs" loading={isSaving} disabled={tooLong || rival !== null} onClick={() => void save()}>
          Save
        </Button>
        <Button size="xs" variant="default" disabled={isSaving} onClick={giveUp}>
          Cancel
        </Button>
        <Text size="xs" c={tooLong ? 'red' : 'dimmed'} ml="auto">
          {wholeNumber(draft.length)} / {wholeNumber(NOTES_LENGTH_MAX)}
        </Text>
      </Group>
    </>
  );
};

/** The notes, or the field to write them in; the focus goes to it, and back to the button. */
export const NotesSection = ({ saved, ...folder }: Folder & { saved: string }) => {
  const { draft, ...notes } = useNotes(folder, saved);
  const isEditing = draft !== null;
  const place = useRef<HTMLDivElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current === isEditing) return;
    wasEditing.current = isEditing;
    place.current?.querySelector<HTMLElement>(isEditing ? 'textarea' : 'button')?.focus();
  }, [isEditing]);
  return (
    <Section title="Notes">
      <div ref={place}>
        {isEditing ? (
          <Editor {...notes} draft={draft} />
        ) : (
          <>
            <p className={saved === '' ? classes.placeholder : classes.notes}>{saved || PLACEHOLDER}</p>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPencil size={14} aria-hidden />}
              onClick={() => notes.edit(saved)}
            >
              Edit
            </Button>
          </>
        )}
      </div>
    </Section>
  );
};
