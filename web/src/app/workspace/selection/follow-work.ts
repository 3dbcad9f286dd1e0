// Keeps unsaved work with its file: drafts follow a renamed file, and notes go when their result is deleted.
import type { SessionFile } from '@tradeium/contracts';
import type { Listen } from '../../../core/store.ts';
import { listChats, listFiles } from '../../../features/backtest-chats/api.ts';
import { renamesOf } from '../../../features/backtest-chats/follow-item.ts';
import { draftMoved } from '../../../features/strategy-editor/drafts-slice.ts';
import { forgetNotes } from '../../../lib/draft-storage.ts';

/** The entries of the first list that are no longer in the second. */
const goneOf = (before: readonly string[], after: readonly string[]): string[] => {
  const left = new Set(after);
  return before.filter((id) => !left.has(id));
};

const runsOf = (files: readonly SessionFile[]): string[] => files.flatMap(({ run_id }) => run_id ?? []);

/** Moves drafts to the new names of their files, and forgets the notes of deleted results. */
export const followWork = (listen: Listen) => {
  // Runs before anything is drawn, so that no editor sees the new name without its draft.
  listen({
    matcher: listFiles.matchFulfilled,
    effect: ({ meta, payload: { files } }, { dispatch, getOriginalState }) => {
      const { id: chatId } = meta.arg.originalArgs;
      const before = listFiles.select({ id: chatId })(getOriginalState()).data?.files ?? [];
      for (const { from, to } of renamesOf(before, files))
        dispatch(draftMoved({ from: { chatId, filename: from }, to: { chatId, filename: to } }));
      for (const run of goneOf(runsOf(before), runsOf(files))) forgetNotes(chatId, run);
    },
  });
  listen({
    matcher: listChats.matchFulfilled,
    effect: ({ payload }, { getOriginalState }) => {
      const before = listChats.select()(getOriginalState()).data ?? [];
      const idsOf = (chats: readonly { id: string }[]) => chats.map(({ id }) => id);
      for (const chatId of goneOf(idsOf(before), idsOf(payload))) forgetNotes(chatId);
    },
  });
};
