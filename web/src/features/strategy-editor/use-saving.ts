// Sends unsaved code to its file: never over another save, never to another file, never older than the typed text.
import { problemLine } from '@tradeium/contracts';
import { useEffect, useRef, useState } from 'react';
import { useAppDispatch } from '../../core/store.ts';
import { isSameCode } from '../../lib/code-text.ts';
import { messageOf } from '../../lib/failure.ts';
import { showToast } from '../../ui/toast.ts';
import {
  fileChanged,
  newestVersion,
  problemsOf,
  strategySaved,
  useApplyStrategyMutation,
  useReplaceStrategyMutation,
} from './api.ts';
import { type DraftKey, draftDropped, draftEdited, newestDraft } from './drafts-slice.ts';
import { codeProblem, FILE_GONE, isFileGone, savedElsewhere } from './editing-texts.ts';
import { STRATEGY_TEMPLATE } from './template.ts';

export type EditedStrategy = DraftKey & {
  /** Key of the selected file; null for a new one. */
  readonly selectedItem: string | null;
  /** Each save is a new one, counted from 1; null for a new strategy. */
  readonly version: number | null;
  readonly readOnly: boolean;
};

export type SavingInput = {
  strategy: EditedStrategy;
  /** The code on the server. */
  saved: string;
  /** Makes the editor report its text at once. */
  tellTyped: () => void;
  /** The key of a file of the chat as the server lists it now; null when there is none of that name. */
  findItem: (filename: string) => Promise<string | null>;
  onSaved: (filename: string) => Promise<void>;
};

/** Sends the code, as a new file or a new version; answers with the file's name. */
const useSend = ({ strategy: { chatId: id, filename, selectedItem }, findItem }: SavingInput) => {
  const [apply] = useApplyStrategyMutation();
  const [replace] = useReplaceStrategyMutation();
  return async (strategy_code: string): Promise<string> => {
    if (filename === null || selectedItem === null)
      return (await apply({ id, strategy_code }).unwrap()).final_name;
    const replaceAt = async (selected_item: string) =>
      (await replace({ id, strategy_code, selected_item, filename }).unwrap()).final_name;
    try {
      return await replaceAt(selectedItem);
    } catch (thrown) {
      // The list may be older than the file's place in it.
      const found = isFileGone(thrown) ? await findItem(filename) : null;
      if (found === null) throw thrown;
      return replaceAt(found);
    }
  };
};

/** The questions that a save asks of the server, and what it says when they or the save itself fail. */
const useSavingWords = ({ strategy: { chatId, filename } }: SavingInput) => {
  const dispatch = useAppDispatch();
  /** True if the file has been saved elsewhere meanwhile: then that version is shown, and nothing is sent. */
  const isBehind = async (began: number | null): Promise<boolean> => {
    if (filename === null || began === null) return false;
    const newest = await dispatch(newestVersion(chatId, filename));
    if (newest <= began) return false;
    dispatch(fileChanged(chatId));
    showToast('error', savedElsewhere(newest));
    return true;
  };

  const warn = async (savedCode: string) => {
    const problems = (await dispatch(problemsOf(savedCode))) ?? [];
    const problem = problems.find(({ severity }) => severity === 'error');
    if (problem) showToast('error', `Saved, but it cannot run yet. ${problemLine(problem)}`);
  };

  const fail = (thrown: unknown) => {
    const isGone = isFileGone(thrown);
    if (isGone) dispatch(fileChanged(chatId));
    showToast('error', `Failed to save strategy: ${isGone ? FILE_GONE : messageOf(thrown)}`);
  };

  return { isBehind, warn, fail };
};

/** `save` sends the newest draft; when the one before is still on its way, after that. */
export const useSaving = (input: SavingInput) => {
  const { strategy, saved, tellTyped, onSaved } = input;
  const { chatId, filename, version, readOnly } = strategy;
  const dispatch = useAppDispatch();
  const key = { chatId, filename };
  const isNew = strategy.selectedItem === null;
  const send = useSend(input);
  const { isBehind, warn, fail } = useSavingWords(input);
  const [isSaving, setSaving] = useState(false);
  const isBusy = useRef(false);
  const isAskedAgain = useRef(false);

  /** Text typed during the save continues from the saved version. */
  const settle = (sent: string, sentVersion: number | null) => {
    tellTyped();
    const typed = dispatch(newestDraft(key));
    if (typed === undefined || isNew || isSameCode(typed.code, sent)) dispatch(draftDropped(key));
    else dispatch(draftEdited({ ...key, code: typed.code, version: (sentVersion ?? version ?? 0) + 1 }));
  };

  const sendDraft = async () => {
    const newest = dispatch(newestDraft(key));
    const text = newest?.code ?? (isNew ? STRATEGY_TEMPLATE : saved);
    if (!isNew && isSameCode(text, saved)) {
      dispatch(draftDropped(key));
      return;
    }
    const problem = codeProblem(text);
    if (problem !== null) return showToast('error', `Failed to save strategy: ${problem}`);
    if (await isBehind(newest?.version ?? null)) return;
    const savedName = await send(text);
    await dispatch(strategySaved(chatId, savedName, text));
    showToast('success', 'Strategy saved to backtest session!');
    void warn(text);
    // The draft stays on the screen until the file is selected.
    await onSaved(savedName);
    settle(text, newest?.version ?? null);
  };

  const save = async () => {
    tellTyped();
    isAskedAgain.current = isBusy.current && !isNew;
    if (isBusy.current || readOnly) return;
    isBusy.current = true;
    setSaving(true);
    await sendDraft().catch(fail);
    isBusy.current = false;
    setSaving(false);
  };

  // With the file and draft after the previous save.
  useEffect(() => {
    if (isAskedAgain.current && !isSaving) void save();
  });

  return { isSaving, save };
};
