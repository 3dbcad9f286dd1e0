// Whether the server is heard: what is shown may be old while it is not.
import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import { rootReducer } from './store.ts';

export const connectionSlice = createSlice({
  name: 'connection',
  initialState: { state: 'online' as 'online' | 'lost' },
  reducers: {
    serverHeard: (connection) => {
      connection.state = 'online';
    },
    serverLost: (connection) => {
      connection.state = 'lost';
    },
  },
  selectors: { selectConnection: ({ state }) => state },
});

declare module './store.ts' {
  export interface LazySlices extends WithSlice<typeof connectionSlice> {}
}

const injected = connectionSlice.injectInto(rootReducer);
export const { serverHeard, serverLost } = injected.actions;
export const { selectConnection } = injected.selectors;
