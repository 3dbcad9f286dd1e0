// The ids of every user's links to results, so that a link finds the user whose workspace says if it works.
import type { WorkspaceEvent } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { workspaceAggregate } from '../domain/workspace.ts';

type Link = { linkId: string; chatId: string; runId: string; expiresAt: string | null };

/** One document per user, under the user's id. */
type SharedLinksFields = { links: Link[] };
export type SharedLinksModel = ReadModel<SharedLinksFields>;

const schema = new Schema<SharedLinksFields>({
  links: [{ _id: false, linkId: String, chatId: String, runId: String, expiresAt: String }],
});
schema.index({ 'links.linkId': 1 });

const remaining = (userId: string, stays: (link: Link) => boolean): Change<SharedLinksFields>[] => [
  { id: userId, apply: (user) => user && { links: user.links.filter(stays) } },
];

const changes = ({ event: { type, data } }: StoredEvent<WorkspaceEvent>): Change<SharedLinksFields>[] => {
  switch (type) {
    case 'ResultShared': {
      const { userId, linkId, chatId, runId, at, expiresAt } = data;
      const link = { linkId, chatId, runId, expiresAt };
      const lives = (other: Link) => other.expiresAt === null || at < other.expiresAt;
      return [{ id: userId, apply: (user) => ({ links: [...(user?.links ?? []).filter(lives), link] }) }];
    }
    case 'SharedLinkRevoked':
      return remaining(data.userId, ({ linkId }) => linkId !== data.linkId);
    case 'FolderDeleted':
      return remaining(data.userId, ({ runId }) => runId !== data.runId);
    case 'ChatDeleted':
      return remaining(data.userId, ({ chatId }) => chatId !== data.chatId);
    case 'WorkspaceErased':
      return [{ id: data.userId, apply: () => null }];
    default:
      return [];
  }
};

export const sharedLinksProjection: Projection<WorkspaceEvent, SharedLinksFields> = {
  name: 'shared_links',
  version: 1,
  reads: [workspaceAggregate],
  schema,
  changes,
};

/** The user who made the link, or null. */
export const makerOfLink = async (model: SharedLinksModel, linkId: string): Promise<string | null> =>
  (await model().findOne({ 'links.linkId': linkId }, { _id: 1 }).lean())?._id ?? null;
