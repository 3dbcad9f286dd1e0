// The states of a strategy being edited: view, edit with a draft, saving, and back to view.
import { useAppDispatch, useAppSelector } from '../../core/store.ts';
import { distanceOf, isSameCode } from '../../lib/code-text.ts';
import { draftDropped, draftEdited, newestDraft, selectEdited } from './drafts-slice.ts';
import { STRATEGY_TEMPLATE } from './template.ts';
import { type SavingInput, useSaving } from './use-saving.ts';

type EditingInput = SavingInput & { onCancelled: () => void };

/** Discarding more characters than this needs a confirmation. */
const MUCH_WORK = 200;

/** A new strategy is always being edited, from the template on; a file once a draft of it exists. */
export const useEditing = (input: EditingInput) => {
  const { strategy, saved, onCancelled } = input;
  const dispatch = useAppDispatch();
  const { chatId, filename, version } = strategy;
  const key = { chatId, filename };
  const isNew = strategy.selectedItem === null;
  const origin = isNew ? STRATEGY_TEMPLATE : saved;
  const draft = useAppSelector((state) => selectEdited(state, key));
  const { isSaving, save } = useSaving(input);
  const code = draft?.code ?? origin;
  const isEditing = isNew || draft !== undefined;
  const drop = () => dispatch(draftDropped(key));
  const edit = (next: string) => dispatch(draftEdited({ ...key, code: next, version }));

  const isDirty = isNew || (draft !== undefined && !isSameCode(draft.code, saved));
  const isOutdated = isDirty && (draft?.version ?? Number.POSITIVE_INFINITY) < (version ?? 0);
  return {
    code,
    isEditing,
    isDirty,
    isSaving,
    /** The version that was saved elsewhere since the draft began; null when there is none. */
    newerVersion: isOutdated && !isSaving ? version : null,
    edit: () => edit(saved),
    change: (next: string) => {
      // A save may have taken it to the next version since this was drawn.
      const began = dispatch(newestDraft(key))?.version ?? version;
      dispatch(draftEdited({ ...key, code: next, version: began }));
    },
    save: async () => {
      if (isEditing) await save();
    },
    keepMine: () => edit(dispatch(newestDraft(key))?.code ?? origin),
    takeTheirs: () => edit(saved),
    /** True if discarding would lose enough to need a confirmation. */
    isMuch: () => distanceOf(origin, dispatch(newestDraft(key))?.code ?? origin) > MUCH_WORK,
    giveUp: () => {
      drop();
      if (isNew) onCancelled();
    },
    drop,
  };
};
