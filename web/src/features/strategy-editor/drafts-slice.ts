// Code that is typed but not saved: it survives a reload, another page, a new login, and a new name of its file.
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { RouteInput } from '@tradeium/contracts';
import { type AppDispatch, type Listen, type RootState, rootReducer } from '../../core/store.ts';
import { type Draft, type Drafts, keepDraft, readDrafts } from '../../lib/draft-storage.ts';
import { showToast } from '../../ui/toast.ts';

/** A draft belongs to a strategy file of a chat, or to the chat's new strategy. */
export type DraftKey = { readonly chatId: string; readonly filename: string | null };

const KEPT_AFTER_MS = 250;

/** Those of other features are among them; they stay as they are. */
const kept = readDrafts();

const draftKeyOf = ({ chatId, filename }: DraftKey): string => `${chatId}/${filename ?? ''}`;

type Followed = 'deleteStrategy' | 'deleteChat';

/** The action of any successful API call. */
type Succeeded<Name extends Followed> = {
  type: string;
  meta: { arg: { endpointName: Name; originalArgs: RouteInput<Name> } };
};

const succeeded =
  <Name extends Followed>(name: Name) =>
  (action: { type: string; meta?: unknown }): action is Succeeded<Name> =>
    action.type === 'api/executeMutation/fulfilled' &&
    (action as Succeeded<Name>).meta.arg.endpointName === name;

export const draftsSlice = createSlice({
  name: 'drafts',
  initialState: (): Record<string, Draft> => ({ ...kept }),
  reducers: {
    draftEdited: (state, { payload }: PayloadAction<DraftKey & Draft>) => {
      state[draftKeyOf(payload)] = { code: payload.code, version: payload.version };
    },
    /** Its file was renamed; an existing draft under the new name stays. */
    draftMoved: (state, { payload: { from, to } }: PayloadAction<{ from: DraftKey; to: DraftKey }>) => {
      const draft = state[draftKeyOf(from)];
      if (!draft) return;
      delete state[draftKeyOf(from)];
      state[draftKeyOf(to)] ??= draft;
    },
    draftDropped: (state, { payload }: PayloadAction<DraftKey>) => {
      delete state[draftKeyOf(payload)];
    },
  },
  extraReducers: (builder) => {
    builder
      .addMatcher(succeeded('deleteStrategy'), (state, { meta }) => {
        const { id: chatId, filename } = meta.arg.originalArgs;
        delete state[draftKeyOf({ chatId, filename })];
      })
      .addMatcher(succeeded('deleteChat'), (state, { meta }) => {
        const prefix = `${meta.arg.originalArgs.id}/`;
        for (const key of Object.keys(state)) if (key.startsWith(prefix)) delete state[key];
      });
  },
  selectors: {
    selectEdited: (state, key: DraftKey): Draft | undefined => state[draftKeyOf(key)],
    selectDraft: (state, key: DraftKey): string | undefined => state[draftKeyOf(key)]?.code,
    /** Files of a chat that have a draft, but are none of its `filenames`; a new array each time. */
    selectStranded: (state, chatId: string, filenames: readonly string[]): string[] => {
      const prefix = draftKeyOf({ chatId, filename: null });
      return Object.keys(state)
        .filter((key) => key.startsWith(prefix) && key !== prefix)
        .map((key) => key.slice(prefix.length))
        .filter((filename) => !filenames.includes(filename));
    },
  },
});

declare module '../../core/store.ts' {
  export interface LazySlices extends WithSlice<typeof draftsSlice> {}
}

const injected = draftsSlice.injectInto(rootReducer);
export const { draftEdited, draftMoved, draftDropped } = injected.actions;
export const { selectDraft, selectEdited, selectStranded } = injected.selectors;

/** The current draft, which may be newer than the one that a component rendered. */
export const newestDraft = (key: DraftKey) => (_dispatch: AppDispatch, getState: () => RootState) =>
  selectEdited(getState(), key);

let written: Drafts = kept;
let isFull = false;
const FULL = 'Unsaved code can no longer be kept. Please save it.';

/** Stores what differs from the stored drafts. */
const write = (drafts: Drafts): void => {
  let isKept = true;
  for (const key of new Set([...Object.keys(written), ...Object.keys(drafts)]))
    if (written[key] !== drafts[key]) isKept = keepDraft(key, drafts[key]) && isKept;
  if (!isKept && !isFull) showToast('error', FULL);
  isFull = !isKept;
  written = drafts;
};

let unwritten: Drafts | null = null;
const writeNow = (): void => {
  if (unwritten) write(unwritten);
  unwritten = null;
};

/** While the page is closing there is no later: what an editor still reports then is written at once. */
let isLeaving = false;

/** Keeps drafts in the browser, shortly after they change. */
export const keepDrafts = (listen: Listen) => {
  window.addEventListener('pagehide', () => {
    isLeaving = true;
    writeNow();
  });
  window.addEventListener('pageshow', () => {
    isLeaving = false;
  });
  listen({
    predicate: (_action, { drafts }, { drafts: before }) => drafts !== undefined && drafts !== before,
    effect: async (_action, { getState, delay, cancelActiveListeners }) => {
      unwritten = getState().drafts ?? null;
      if (isLeaving) return writeNow();
      // Only the newest state of a burst of changes is worth writing.
      cancelActiveListeners();
      await delay(KEPT_AFTER_MS);
      writeNow();
    },
  });
};
