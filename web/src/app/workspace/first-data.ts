// What the workspace shows first, asked for while its first picture is still to be drawn.
import type { Chat } from '@tradeium/contracts';
import { askForChat } from '../../features/backtest-chats/api.ts';
import { askForBalance } from '../../features/credits/api.ts';
import { startLiveUpdates } from '../live-updates.ts';
import { askWhoIsHere } from '../session.ts';
import type { AppDispatch } from '../store.ts';

/** The first picture waits no longer than this for data; it shows what is still on its way. */
const WAIT_MAX_MS = 300;

const addressed = (chats: readonly Chat[]): Chat | undefined => {
  const id = new URLSearchParams(window.location.search).get('chat');
  return chats.find((chat) => chat.id === id) ?? chats.find(({ settings }) => !settings.tradeium_private);
};

/**
 * What the document has asked for already (user, chats, balance), then the files of the chat that will be shown. The
 * stream of updates comes after the document's questions, so that it does not take their answers for newer than they are.
 */
export const firstData = (dispatch: AppDispatch): Promise<unknown> => {
  const asked = Promise.all([
    dispatch(askWhoIsHere()).then(({ data: user }) => user && dispatch(startLiveUpdates(user.id))),
    dispatch(askForBalance()),
    dispatch(askForChat(addressed)),
  ]);
  return Promise.race([asked, new Promise((resolve) => setTimeout(resolve, WAIT_MAX_MS))]);
};
