// The states of a strategy being edited: view, edit with a draft, saving, and back to view.
import { STRATEGY_CODE_BYTES_MAX } from '@tradeium/contracts';
import { useAppDispatch, useAppSelector } from '../../app/store.ts';
import { messageOf } from '../../lib/failure.ts';
import { showToast } from '../../ui/toast.ts';
import { strategySaved, useApplyStrategyMutation, useReplaceStrategyMutation } from './api.ts';
import { type DraftKey, draftDropped, draftEdited, selectDraft } from './drafts-slice.ts';
import { STRATEGY_TEMPLATE } from './template.ts';

export type EditedStrategy = DraftKey & {
  /** Key of the selected file; null for a new one. */
  readonly selectedItem: string | null;
  /** Each save is a new one, counted from 1; null for a new strategy. */
  readonly version: number | null;
  readonly readOnly: boolean;
};

type EditingInput = {
  strategy: EditedStrategy;
  /** The code on the server. */
  saved: string;
  onSaved: (filename: string) => Promise<void>;
  onCancelled: () => void;
};

/** What the server would refuse; null when the code can be sent. */
export const codeProblem = (code: string): string | null => {
  if (code.trim() === '') return 'The strategy has no code';
  if (new TextEncoder().encode(code).length > STRATEGY_CODE_BYTES_MAX)
    return 'The strategy is too large (at most 256 KiB)';
  return null;
};

/** A new strategy is always being edited, from the template on; a file once a draft of it exists. */
export const useEditing = ({ strategy, saved, onSaved, onCancelled }: EditingInput) => {
  const dispatch = useAppDispatch();
  const isNew = strategy.selectedItem === null;
  const draft = useAppSelector((state) => selectDraft(state, strategy));
  const [apply, applying] = useApplyStrategyMutation();
  const [replace, replacing] = useReplaceStrategyMutation();
  const { chatId, filename } = strategy;
  const code = draft ?? (isNew ? STRATEGY_TEMPLATE : saved);
  const isEditing = isNew || draft !== undefined;
  const isSaving = applying.isLoading || replacing.isLoading;
  const drop = () => dispatch(draftDropped({ chatId, filename }));

  const send = () =>
    strategy.selectedItem === null
      ? apply({ id: chatId, strategy_code: code }).unwrap()
      : replace({ id: chatId, strategy_code: code, selected_item: strategy.selectedItem }).unwrap();

  const save = async () => {
    if (!isEditing || isSaving || strategy.readOnly) return;
    if (!isNew && code === saved) {
      drop();
      return;
    }
    const problem = codeProblem(code);
    if (problem !== null) return showToast('error', `Failed to save strategy: ${problem}`);
    try {
      const { final_name } = await send();
      await dispatch(strategySaved(chatId, final_name, code));
      showToast('success', 'Strategy saved to backtest session!');
      // The draft stays on the screen until the file is selected.
      await onSaved(final_name);
      drop();
    } catch (thrown) {
      showToast('error', `Failed to save strategy: ${messageOf(thrown)}`);
    }
  };

  return {
    code,
    isEditing,
    isDirty: isNew || (draft !== undefined && draft !== saved),
    isSaving,
    edit: () => dispatch(draftEdited({ chatId, filename, code: saved })),
    change: (next: string) => {
      if (isEditing && next !== code) dispatch(draftEdited({ chatId, filename, code: next }));
    },
    save,
    cancel: () => {
      drop();
      if (isNew) onCancelled();
    },
  };
};
