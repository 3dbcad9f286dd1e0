// Stores sealed drafts of replies in progress, so that another process can end a reply whose process died.
import type { SealedValues } from '@tradeium/service-kit';
import { EMPTY_DRAFT, keptDraft, type ReplyDraft } from './reply-draft.ts';

type Reply = { readonly userId: string; readonly replyId: string };

export type KeptDrafts = {
  keep(reply: Reply, draft: ReplyDraft): Promise<void>;
  /** Keeps an empty draft where there is none. */
  begin(reply: Reply): Promise<void>;
  /** The draft and how long ago it was kept; null when there is none, or it can no longer be read. */
  find(reply: Reply): Promise<{ readonly draft: ReplyDraft; readonly ageMs: number } | null>;
  remove(reply: Reply): Promise<void>;
};

/** Drafts among sealed values. */
export const openKeptDrafts = (values: SealedValues, now: () => Date): KeptDrafts => ({
  keep: ({ userId, replyId }, draft) => values.put(userId, replyId, JSON.stringify(draft)),
  begin: ({ userId, replyId }) => values.create(userId, replyId, JSON.stringify(EMPTY_DRAFT)),
  find: async ({ userId, replyId }) => {
    const keptAt = await values.storedAt(userId, replyId);
    const text = await values.find(userId, replyId);
    if (keptAt === null || text === null) return null;
    return { draft: keptDraft.parse(JSON.parse(text)), ageMs: now().getTime() - keptAt.getTime() };
  },
  remove: ({ userId, replyId }) => values.remove(userId, replyId),
});
