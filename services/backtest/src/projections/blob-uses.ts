// Which blobs chats and runs refer to, and which they ever did: the difference can be removed.
import {
  type AggregateEvents,
  type RunEvent,
  STRATEGY_VERSIONS_MAX,
  type StudyEvent,
  type WorkspaceEvent,
} from '@tradeium/contracts';
import type { Change, Projection, Projections, ReadModel, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { runAggregate } from '../domain/run.ts';
import { studyAggregate } from '../domain/study.ts';
import { workspaceAggregate } from '../domain/workspace.ts';

/** A reference to blobs within a chat or a run: a strategy file with its versions, or one part of a run. */
type Part = { name: string; digests: string[] };

/**
 * The uses of a chat or a run. Every blob ever referred to also has a document, without parts, so that no
 * document remembers what others no longer need, and none grows with the number of changes.
 */
type BlobUse = {
  parts: Part[];
  /** Those of all parts, without duplicates. */
  digests: string[];
  /** The chat that this belongs to; null for a blob. */
  chat: string | null;
  /** Deleted or erased: its references no longer count, nor do those of runs in this chat. */
  isOver: boolean;
};
export type BlobUseModel = ReadModel<BlobUse>;

const schema = new Schema<BlobUse>({
  parts: [{ _id: false, name: String, digests: [String] }],
  digests: [String],
  chat: String,
  isOver: Boolean,
});
schema.index({ digests: 1 });

/** The key of files that a run itself refers to, and of the file with its notes. */
const RUN = 'run';
const NOTES = 'notes';
const BLOB = 'blob:';

const chatUse = (chatId: string): string => `chat:${chatId}`;

const NOTHING: BlobUse = { parts: [], digests: [], chat: null, isOver: false };

type Event = WorkspaceEvent | RunEvent | StudyEvent;

type Digests = readonly (string | null)[];
type Owner = { id: string; chat: string };

const ofChat = ({ chatId }: { chatId: string }): Owner => ({ id: chatUse(chatId), chat: chatUse(chatId) });
const ofRun = ({ runId, chatId }: { runId: string; chatId: string }): Owner => ({
  id: `run:${runId}`,
  chat: chatUse(chatId),
});

const ofStudy = ({ studyId, chatId }: { studyId: string; chatId: string }): Owner => ({
  id: `study:${studyId}`,
  chat: chatUse(chatId),
});

const change = ({ id, chat }: Owner, partsOf: (parts: Part[]) => Part[]): Change<BlobUse> => ({
  id,
  apply: (use) => {
    if (use?.isOver) return use;
    const parts = partsOf(use?.parts ?? []);
    return { parts, digests: [...new Set(parts.flatMap(({ digests }) => digests))], chat, isOver: false };
  },
});

const present = (digests: Digests): string[] => digests.filter((digest) => digest !== null);

const known = (digests: Digests): Change<BlobUse>[] =>
  present(digests).map((digest) => ({ id: `${BLOB}${digest}`, apply: () => NOTHING }));

const without = (parts: readonly Part[], name: string): Part[] => parts.filter((part) => part.name !== name);

/** The part refers to these too, limited to the newest stored versions. */
const using = (owner: Owner, name: string, digests: Digests): Change<BlobUse>[] => [
  ...known(digests),
  change(owner, (parts) => {
    const before = parts.find((part) => part.name === name)?.digests ?? [];
    const kept = [...before, ...present(digests)].slice(-STRATEGY_VERSIONS_MAX);
    return [...without(parts, name), { name, digests: kept }];
  }),
];

/** The part refers to this alone. */
const usingOnly = (owner: Owner, name: string, digest: string): Change<BlobUse>[] => [
  ...known([digest]),
  change(owner, (parts) => [...without(parts, name), { name, digests: [digest] }]),
];

const over = ({ id, chat }: Owner): Change<BlobUse> => ({
  id,
  apply: () => ({ ...NOTHING, chat, isOver: true }),
});

const changes = ({ event }: StoredEvent<Event>): Change<BlobUse>[] => {
  const { type, data } = event;
  switch (type) {
    case 'ChatDuplicated':
      return data.files.flatMap(({ filename, code }) => using(ofChat(data), filename, [code]));
    case 'StrategyFileSaved':
      return using(ofChat(data), data.filename, [data.code]);
    case 'StrategyFileRenamed':
      return [
        change(ofChat(data), (parts) =>
          parts.map((part) => (part.name === data.filename ? { ...part, name: data.newFilename } : part)),
        ),
      ];
    case 'StrategyFileDeleted':
      return [change(ofChat(data), (parts) => without(parts, data.filename))];
    case 'ChatDeleted':
      return [over(ofChat(data))];
    case 'WorkspaceErased':
      return data.chatIds.map((chatId) => over(ofChat({ chatId })));
    case 'FolderNotesSaved':
      return usingOnly(ofRun(data), NOTES, data.settings);
    case 'RunStarted':
      return using(ofRun(data), RUN, [data.code]);
    case 'RunCompleted':
      return using(ofRun(data), RUN, [...data.files.map(({ digest }) => digest), data.report]);
    case 'RunFailed':
      return using(ofRun(data), RUN, [data.report]);
    case 'StudyStarted':
      return [...usingOnly(ofStudy(data), 'code', data.code), ...usingOnly(ofStudy(data), 'list', data.list)];
    case 'StudyPointsProposed':
      return usingOnly(ofStudy(data), data.list, data.list);
    case 'StudyPointsComputed':
      return usingOnly(ofStudy(data), data.file, data.file);
    case 'StudyEnded':
      return data.walkForward === null ? [] : usingOnly(ofStudy(data), 'walk-forward', data.walkForward);
    case 'StudyDeleted':
    case 'StudyErased':
      return [over(ofStudy(data))];
    case 'FolderDeleted':
    case 'RunErased':
      return [over(ofRun(data))];
    default:
      return [];
  }
};

type Read = AggregateEvents<Event>;

export const blobUsesProjection: Projection<Event, BlobUse> = {
  name: 'blob_uses',
  version: 5,
  reads: [workspaceAggregate as Read, runAggregate as Read, studyAggregate as Read],
  schema,
  changes,
};

const CAUGHT_UP_TIMEOUT_MS = 10_000;

/** True if every event is included: without that, a used blob may look unused. */
export const isComplete = async (projections: Pick<Projections, 'caughtUp' | 'status'>): Promise<boolean> => {
  if (!(await projections.caughtUp(CAUGHT_UP_TIMEOUT_MS))) return false;
  const { name } = blobUsesProjection;
  return (await projections.status()).some((status) => status.name === name && status.parked === 0);
};

/** Blobs that a chat or a run ever referred to, ordered by digest, after the digest `after`. */
export const digestsAfter = async (model: BlobUseModel, after: string, limit: number): Promise<string[]> => {
  const blobs = await model()
    .find({ _id: { $gt: `${BLOB}${after}`, $lt: `${BLOB}g` } }, { _id: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean();
  return blobs.map(({ _id }) => _id.slice(BLOB.length));
};

/** Those of these blobs that an existing chat, or a run in one, still refers to. */
export const stillUsed = async (
  model: BlobUseModel,
  digests: readonly string[],
): Promise<ReadonlySet<string>> => {
  const uses = model();
  const used = await uses.aggregate<{ _id: string }>([
    { $match: { digests: { $in: digests } } },
    { $lookup: { from: uses.collection.name, localField: 'chat', foreignField: '_id', as: 'chats' } },
    { $match: { 'chats.isOver': { $ne: true } } },
    { $project: { digests: { $setIntersection: ['$digests', digests] } } },
    { $unwind: '$digests' },
    { $group: { _id: '$digests' } },
  ]);
  return new Set(used.map(({ _id }) => _id));
};
