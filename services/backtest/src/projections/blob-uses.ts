// Which blobs chats and runs refer to, and which of them are of no use since their chat was deleted or their run erased.
import type { RunEvent, WorkspaceEvent } from '@tradeium/contracts';
import type {
  AggregateEvents,
  Change,
  Projection,
  Projections,
  ReadModel,
  Stored,
  StoredEvent,
} from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { runAggregate } from '../domain/run.ts';
import { workspaceAggregate } from '../domain/workspace.ts';

type BlobUse = {
  digests: string[];
  /** The chat or run is gone; its blobs may be, too, where nothing else refers to them. */
  isOver: boolean;
};
export type BlobUseDocument = Stored<BlobUse>;
export type BlobUseModel = ReadModel<BlobUse>;

const schema = new Schema<BlobUse>({ digests: [String], isOver: Boolean });
schema.index({ digests: 1, isOver: 1 });
schema.index({ isOver: 1 });

/** What is used after the end of a run counts as well: the run was erased, what it then leaves is not wanted. */
const using = (id: string, digests: readonly (string | null)[]): Change<BlobUse> => ({
  id,
  apply: (use) => {
    const known = new Set(use?.digests);
    for (const digest of digests) if (digest !== null) known.add(digest);
    return { digests: [...known], isOver: use?.isOver ?? false };
  },
});

const over = (id: string): Change<BlobUse> => ({
  id,
  apply: (use) => (use && use.digests.length > 0 ? { ...use, isOver: true } : null),
});

const changes = ({ event }: StoredEvent<WorkspaceEvent | RunEvent>): Change<BlobUse>[] => {
  switch (event.type) {
    case 'StrategyFileSaved':
      return [using(`chat:${event.data.chatId}`, [event.data.code])];
    case 'ChatDeleted':
      return [over(`chat:${event.data.chatId}`)];
    case 'WorkspaceErased':
      return event.data.chatIds.map((chatId) => over(`chat:${chatId}`));
    case 'RunStarted':
      return [using(`run:${event.data.runId}`, [event.data.code])];
    case 'RunCompleted': {
      const { runId, files, report } = event.data;
      return [using(`run:${runId}`, [...files.map(({ digest }) => digest), report])];
    }
    case 'RunFailed':
      return [using(`run:${event.data.runId}`, [event.data.report])];
    case 'RunErased':
      return [over(`run:${event.data.runId}`)];
    default:
      return [];
  }
};

type Read = AggregateEvents<WorkspaceEvent | RunEvent>;

export const blobUsesProjection: Projection<WorkspaceEvent | RunEvent, BlobUse> = {
  name: 'blob_uses',
  version: 1,
  reads: [workspaceAggregate as Read, runAggregate as Read],
  schema,
  changes,
};

const CAUGHT_UP_TIMEOUT_MS = 10_000;

/** Whether every event there is has been taken: what still lacks some may not know that a blob is used. */
export const isComplete = async (projections: Pick<Projections, 'caughtUp' | 'status'>): Promise<boolean> => {
  if (!(await projections.caughtUp(CAUGHT_UP_TIMEOUT_MS))) return false;
  const { name } = blobUsesProjection;
  return (await projections.status()).some((status) => status.name === name && status.parked === 0);
};

/** Uses that are over, in the order of their ids, after the use `after`. */
export const usesThatAreOver = (
  model: BlobUseModel,
  after: string,
  limit: number,
): Promise<BlobUseDocument[]> =>
  model()
    .find({ isOver: true, _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(limit)
    .lean();

/** Those of these blobs that a chat or a run still refers to. */
export const stillUsed = async (
  model: BlobUseModel,
  digests: readonly string[],
): Promise<ReadonlySet<string>> => {
  const uses = await model()
    .find({ isOver: false, digests: { $in: digests } }, { digests: 1 })
    .lean();
  return new Set(uses.flatMap((use) => use.digests));
};
