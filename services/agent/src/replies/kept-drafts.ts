// Stores sealed drafts of replies in progress, so that another process can end a reply whose process died.
import { bucketOnUse } from '@tradeium/event-store';
import type { DataKeys } from '@tradeium/service-kit';
import type { NatsConnection } from 'nats';
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

const FIELD = 'reply';

/** Opens the bucket `AGENT_REPLIES`. */
export const openKeptDrafts = (nc: NatsConnection, keys: DataKeys, now: () => Date): KeptDrafts => {
  const bucket = bucketOnUse(nc, 'AGENT_REPLIES');
  const sealed = async ({ userId, replyId }: Reply, draft: ReplyDraft) =>
    (await keys.ensure(userId)).seal(`${FIELD}:${replyId}`, JSON.stringify(draft));
  return {
    keep: async (reply, draft) => {
      await (await bucket()).put(reply.replyId, await sealed(reply, draft));
    },
    begin: async (reply) => {
      await (await bucket()).create(reply.replyId, await sealed(reply, EMPTY_DRAFT));
    },
    find: async ({ userId, replyId }) => {
      const entry = await (await bucket()).get(replyId);
      const key = await keys.find(userId);
      if (!entry || !key || entry.operation !== 'PUT') return null;
      const draft = keptDraft.parse(JSON.parse(key.unseal(`${FIELD}:${replyId}`, entry.string())));
      return { draft, ageMs: now().getTime() - entry.created.getTime() };
    },
    remove: async ({ replyId }) => (await bucket()).delete(replyId),
  };
};
