// Notes on a result: viewed, edited, on their way to the server, and viewed again when they have arrived.
import { NOTES_LENGTH_MAX } from '@tradeium/contracts';
import { useState } from 'react';
import { useAppDispatch } from '../../../core/store.ts';
import { keepDraft, notesKey, readDrafts } from '../../../lib/draft-storage.ts';
import { showToast } from '../../../ui/toast.ts';
import { newestSettings, useSaveNotesMutation } from '../api.ts';
import { notesWords } from '../load-words.ts';
import { recordOf } from '../statistics/statistics.ts';
import type { Row } from '../statistics/statistics-tables.ts';

/** A result folder by its name, which may change, and its run, which stays. */
export type Folder = { readonly chatId: string; readonly folderName: string; readonly runId: string };

type NotesDraft = {
  readonly text: string;
  /** The notes from which it began. */
  readonly origin: string;
};

/** Longer ones are typed but not sent, so that nothing that was pasted is lost. */
export const isTooLong = (notes: string): boolean => notes.length > NOTES_LENGTH_MAX;

/** The notes in a folder's settings; none are an empty text. */
export const notesOf = (settings: Row | null): string =>
  typeof settings?.notes === 'string' ? settings.notes : '';

/** Notes that were saved elsewhere since the draft began, and say something else; null when there are none. */
export const rivalOf = (draft: NotesDraft | null, saved: string): string | null =>
  draft === null || saved === draft.origin || saved === draft.text ? null : saved;

const keptDraft = (key: string, saved: string): NotesDraft | null => {
  const kept = readDrafts()[key];
  return kept === undefined ? null : { text: kept.code, origin: kept.origin ?? saved };
};

/** `draft` is null while viewing; one that was not saved survives leaving the view and a reload. */
export const useNotes = ({ chatId, folderName, runId }: Folder, saved: string) => {
  const dispatch = useAppDispatch();
  const key = notesKey(chatId, runId);
  const [draft, setDraft] = useState(() => keptDraft(key, saved));
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [saveNotes] = useSaveNotesMutation();

  const change = (next: NotesDraft | null) => {
    setDraft(next);
    setFailure(null);
    const isUnsaved = next !== null && next.text !== saved;
    if (!keepDraft(key, isUnsaved ? { code: next.text, version: null, origin: next.origin } : undefined))
      setFailure('This browser cannot keep unsaved notes any longer. Please save them.');
  };
  /** Sends the text, unless the notes have changed since the draft began: then both are shown. */
  const send = async ({ text, origin }: NotesDraft) => {
    const now = notesOf(recordOf(await dispatch(newestSettings(chatId, folderName))));
    if (rivalOf({ text, origin }, now) !== null) return;
    if (text !== now) await saveNotes({ id: chatId, folderName, notes: text }).unwrap();
    change(null);
    showToast('success', 'Notes saved successfully!');
  };
  const save = async () => {
    if (draft === null || isSaving || isTooLong(draft.text)) return;
    if (draft.text === draft.origin) return change(null);
    setFailure(null);
    setSaving(true);
    await send(draft).catch((thrown) => setFailure(notesWords(thrown)));
    setSaving(false);
  };
  return {
    draft: draft?.text ?? null,
    /** The notes that were saved elsewhere meanwhile. */
    rival: isSaving ? null : rivalOf(draft, saved),
    failure,
    isSaving,
    edit: (text: string) => change({ text, origin: draft?.origin ?? saved }),
    giveUp: () => change(null),
    keepMine: () => draft && change({ text: draft.text, origin: saved }),
    save,
  };
};
