// Which lines of the list of chats are open: chats and folders when asked to, sections until they are closed.
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { rootReducer } from '../../../core/store.ts';

type TreeState = { openChats: string[]; openFolders: string[]; closedSections: string[] };
type Folder = { chatId: string; folderName: string };

const folderKey = ({ chatId, folderName }: Folder): string => `${chatId}/${folderName}`;

const toggled = (keys: string[], key: string): string[] =>
  keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key];

export const treeSlice = createSlice({
  name: 'tree',
  initialState: { openChats: [], openFolders: [], closedSections: [] } as TreeState,
  reducers: {
    chatToggled: (state, { payload }: PayloadAction<string>) => {
      state.openChats = toggled(state.openChats, payload);
    },
    chatOpened: (state, { payload }: PayloadAction<string>) => {
      if (!state.openChats.includes(payload)) state.openChats.push(payload);
    },
    folderToggled: (state, { payload }: PayloadAction<Folder>) => {
      state.openFolders = toggled(state.openFolders, folderKey(payload));
    },
    folderOpened: (state, { payload }: PayloadAction<Folder>) => {
      const key = folderKey(payload);
      if (!state.openFolders.includes(key)) state.openFolders.push(key);
    },
    sectionToggled: (state, { payload }: PayloadAction<string>) => {
      state.closedSections = toggled(state.closedSections, payload);
    },
  },
  selectors: {
    isChatOpen: (state, chatId: string) => state.openChats.includes(chatId),
    isFolderOpen: (state, folder: Folder) => state.openFolders.includes(folderKey(folder)),
    isSectionOpen: (state, section: string) => !state.closedSections.includes(section),
  },
});

declare module '../../../core/store.ts' {
  export interface LazySlices extends WithSlice<typeof treeSlice> {}
}

const injected = treeSlice.injectInto(rootReducer);
export const { chatToggled, chatOpened, folderToggled, folderOpened, sectionToggled } = injected.actions;
export const { isChatOpen, isFolderOpen, isSectionOpen } = injected.selectors;
