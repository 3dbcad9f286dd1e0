// The slices that features add to the store when they are loaded; types only, so that none is loaded for this.
import type { WithSlice } from '@reduxjs/toolkit';
import type { treeSlice } from '../features/backtest-chats/tree-slice.ts';
import type { runSlice } from '../features/backtest-run/run-slice.ts';
import type { settingsSlice } from '../features/backtest-settings/settings-slice.ts';
import type { draftsSlice } from '../features/strategy-editor/drafts-slice.ts';
import type { connectionSlice } from './connection-slice.ts';

export type LazySlices = WithSlice<typeof connectionSlice> &
  WithSlice<typeof treeSlice> &
  WithSlice<typeof runSlice> &
  WithSlice<typeof settingsSlice> &
  WithSlice<typeof draftsSlice>;
