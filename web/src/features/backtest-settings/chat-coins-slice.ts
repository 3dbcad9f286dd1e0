// The coins on which the code of a strategy file ran in the chat that it was saved from.
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { rootReducer } from '../../core/store.ts';

type Saved = { readonly chatId: string; readonly filename: string };
type ChatCoins = Record<string, readonly string[]>;

const savedKeyOf = ({ chatId, filename }: Saved): string => `${chatId}/${filename}`;

export const chatCoinsSlice = createSlice({
  name: 'chatCoins',
  initialState: (): ChatCoins => ({}),
  reducers: {
    savedFromChat: (state, { payload }: PayloadAction<Saved & { readonly coins: readonly string[] }>) => {
      state[savedKeyOf(payload)] = [...payload.coins];
    },
  },
  selectors: {
    selectChatCoins: (state, saved: Saved): readonly string[] | undefined => state[savedKeyOf(saved)],
  },
});

declare module '../../core/store.ts' {
  export interface LazySlices extends WithSlice<typeof chatCoinsSlice> {}
}

const injected = chatCoinsSlice.injectInto(rootReducer);
export const { savedFromChat } = injected.actions;
export const { selectChatCoins } = injected.selectors;
