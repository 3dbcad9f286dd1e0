// Knows if the server can be reached, and which changes its stream of updates has named.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

type ConnectionState = {
  /** `lost` while no update can arrive: the page may be out of date. */
  state: 'online' | 'lost';
  /** The stream of updates is open, in this tab or in the one that shares it. */
  isLive: boolean;
  /** When each part of the cache was last named by an update, in milliseconds. */
  namedAtMs: Record<string, number>;
  /** The times of data that updates name all the time: when they last had it refetched, and when they do again, or null. */
  spaced: { refetchedAtMs: number; dueAtMs: number | null };
};

export const connectionSlice = createSlice({
  name: 'connection',
  initialState: {
    state: 'online',
    isLive: false,
    namedAtMs: {},
    spaced: { refetchedAtMs: 0, dueAtMs: null },
  } as ConnectionState,
  reducers: {
    streamHeard: (connection) => {
      connection.state = 'online';
      connection.isLive = true;
    },
    streamLost: (connection) => {
      connection.state = 'lost';
      connection.isLive = false;
    },
    streamClosed: (connection) => {
      connection.state = 'online';
      connection.isLive = false;
    },
    changesNamed: (
      { namedAtMs },
      { payload: { parts, atMs } }: PayloadAction<{ parts: readonly string[]; atMs: number }>,
    ) => {
      for (const part of parts) namedAtMs[part] = atMs;
    },
    refetchDue: ({ spaced }, { payload: atMs }: PayloadAction<number>) => {
      spaced.dueAtMs = atMs;
    },
    /** At 0 the next one need not wait. */
    refetchedSpaced: (connection, { payload: refetchedAtMs }: PayloadAction<number>) => {
      connection.spaced = { refetchedAtMs, dueAtMs: null };
    },
  },
  selectors: {
    selectConnection: ({ state }) => state,
    selectIsLive: ({ isLive }) => isLive,
    selectNamedAtMs: ({ namedAtMs }, part: string): number => namedAtMs[part] ?? 0,
    selectSpaced: ({ spaced }) => spaced,
  },
});

export const { streamHeard, streamLost, streamClosed, changesNamed, refetchDue, refetchedSpaced } =
  connectionSlice.actions;
export const { selectConnection, selectIsLive, selectNamedAtMs, selectSpaced } = connectionSlice.selectors;
