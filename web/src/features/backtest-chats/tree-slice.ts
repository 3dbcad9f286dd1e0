// Which chats and folders of the list are open.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { rootReducer } from '../../app/store.ts';

type TreeState = { openChats: string[]; openFolders: string[] };
type Folder = { chatId: string; folderName: string };

const folderKey = ({ chatId, folderName }: Folder): string => `${chatId}/${folderName}`;

const toggled = (keys: string[], key: string): string[] =>
  keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key];

export const treeSlice = createSlice({
  name: 'tree',
  initialState: { openChats: [], openFolders: [] } as TreeState,
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
  },
  selectors: {
    isChatOpen: (state, chatId: string) => state.openChats.includes(chatId),
    isFolderOpen: (state, folder: Folder) => state.openFolders.includes(folderKey(folder)),
  },
});

const injected = treeSlice.injectInto(rootReducer);
export const { chatToggled, chatOpened, folderToggled, folderOpened } = injected.actions;
export const { isChatOpen, isFolderOpen } = injected.selectors;
