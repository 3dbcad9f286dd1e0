// Requests the workspace's first data while its scripts are still loading.
import type { Chat } from '@tradeium/contracts';
import { askForActiveRuns } from '../../../core/active-runs.ts';
import { askWhoIsHere } from '../../../core/session.ts';
import { type AppDispatch, store } from '../../../core/store.ts';
import { askForChat, askForFavorites } from '../../../features/backtest-chats/api.ts';
import { chatOpened } from '../../../features/backtest-chats/tree/tree-slice.ts';
import { foreseeCandleRange } from '../../../features/backtest-settings/use-candle-range.ts';
import { askForBalance } from '../../../features/credits/api.ts';
import { pathNow } from '../../../lib/address.ts';
import { addressedChat, firstSearch } from '../selection/first-selection.ts';

/** The first render waits at most this long for data, then shows placeholders. */
const WAIT_MAX_MS = 300;
const WORKSPACE_PATH = '/app/backtest';

/** Selects in the address what the page would select after rendering, to avoid a second render. */
const select = (chat: Chat) => (dispatch: AppDispatch) => {
  const { search, hash } = window.location;
  if (pathNow() !== WORKSPACE_PATH) return;
  window.history.replaceState(null, '', `${WORKSPACE_PATH}${firstSearch(search, chat)}${hash}`);
  dispatch(chatOpened(chat.id));
};

/** The chat that will be shown; null when there is none, or none could be loaded. */
const askForAll = async (dispatch: AppDispatch): Promise<Chat | null> => {
  const addressed = (chats: readonly Chat[]) => addressedChat(window.location.search, chats);
  const whoIsHere = dispatch(askWhoIsHere());
  const all = Promise.all([dispatch(askForChat(addressed)), whoIsHere, dispatch(askForBalance())]);
  // Not waited for; but what is only asked for once it is shown has the page drawn twice.
  void dispatch(foreseeCandleRange());
  void dispatch(askForActiveRuns());
  void dispatch(askForFavorites());
  const [chat] = await all;
  return chat;
};

const isWorkspace = document.getElementById('root')?.dataset.page === 'workspace';
const asked = isWorkspace ? askForAll(store.dispatch) : null;

/**
 * Null on any document but the workspace's, which has already requested all of it. Call it when everything
 * else is ready: waits a moment for the data, and selects in the address what will be shown.
 */
export const settleFirstData =
  asked &&
  (async (): Promise<void> => {
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), WAIT_MAX_MS));
    const chat = await Promise.race([asked, late]);
    if (chat) store.dispatch(select(chat));
  });
