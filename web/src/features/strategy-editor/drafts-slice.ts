// Code that is typed but not saved: it survives a reload, another page and a new login.
import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { listen, rootReducer } from '../../app/store.ts';
import { keepDraft, readDrafts } from '../../lib/draft-storage.ts';

/** A draft belongs to a strategy file of a chat, or to the chat's new strategy. */
export type DraftKey = { readonly chatId: string; readonly filename: string | null };

const KEPT_AFTER_MS = 250;

const keyOf = ({ chatId, filename }: DraftKey): string => `${chatId}/${filename ?? ''}`;

export const draftsSlice = createSlice({
  name: 'drafts',
  initialState: readDrafts,
  reducers: {
    draftEdited: (state, { payload }: PayloadAction<DraftKey & { code: string }>) => {
      state[keyOf(payload)] = payload.code;
    },
    draftDropped: (state, { payload }: PayloadAction<DraftKey>) => {
      delete state[keyOf(payload)];
    },
  },
  selectors: {
    selectDraft: (state, key: DraftKey): string | undefined => state[keyOf(key)],
  },
});

const injected = draftsSlice.injectInto(rootReducer);
export const { draftEdited, draftDropped } = injected.actions;
export const { selectDraft } = injected.selectors;

const isDraftChange = isAnyOf(draftEdited, draftDropped);

listen({
  predicate: isDraftChange,
  effect: async (action, { getState, delay, cancelActiveListeners }) => {
    if (!isDraftChange(action)) return;
    const { payload } = action;
    // Only the newest state of a burst of keystrokes is worth writing.
    cancelActiveListeners();
    await delay(KEPT_AFTER_MS);
    keepDraft(keyOf(payload), selectDraft(getState(), payload));
  },
});
