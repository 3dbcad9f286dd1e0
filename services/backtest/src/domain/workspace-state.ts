// The state of a user's workspace, folded from its events: chats, strategy files, result folders and active runs.
import {
  placeOfStudy,
  type Refusal,
  refuse,
  STRATEGY_VERSIONS_MAX,
  type WorkspaceEvent,
} from '@tradeium/contracts';

export type StrategyFile = {
  readonly filename: string;
  readonly version: number;
  /** Digest and bytes of the newest version's source. */
  readonly code: string;
  readonly size: number;
  /** Bytes of the newest versions, oldest first. */
  readonly versionSizes: readonly number[];
  readonly isFavorite: boolean;
  /** When it was first saved; of a copy, its original. Null if that is not known. */
  readonly createdAt: string | null;
};

/** The user's changes to a result folder; an unchanged folder has no entry here. */
export type Folder = {
  readonly runId: string;
  /** Null: the name that the run gave it. */
  readonly name: string | null;
  /** Digest of the file `Settings` with the user's notes; null: as the run wrote it. */
  readonly settings: string | null;
  readonly isFavorite: boolean;
};

/** A link with which anybody can read a result. */
export type SharedLink = {
  /** SHA-256 of its token. */
  readonly linkId: string;
  readonly runId: string;
  readonly showsCode: boolean;
  readonly at: string;
  /** Null: never. */
  readonly expiresAt: string | null;
};

export type WorkspaceChat = {
  readonly name: string;
  /** Of its conversation with the agents. */
  readonly conversationId: string;
  readonly files: readonly StrategyFile[];
  readonly folders: readonly Folder[];
  /** Runs whose result folder was deleted, and deleted studies by their places. */
  readonly deletedRuns: readonly string[];
  /** Size of each result folder, and of the files of each study. */
  readonly results: readonly { readonly runId: string; readonly bytes: number }[];
  /** Oldest first; expired ones stay until the user's next link is made. */
  readonly links: readonly SharedLink[];
  /** Neither name nor strategy files of a private chat can be changed; its results are the user's own. */
  readonly isPrivate: boolean;
};

/** A run without a result, which has cost its user nothing. */
type FailedRun = { readonly at: string; readonly computeMs: number };

/** For how long a failed run counts. */
export const FAILED_RUNS_WINDOW_MS = 3_600_000;

/** A run that was admitted and is not settled. */
export type ActiveRun = {
  readonly runId: string;
  readonly chatId: string;
  readonly admittedAt: string;
  /** It has no aggregate of its own: its workflow settles it. */
  readonly isTry: boolean;
  /** It is a study, under its id. */
  readonly isStudy: boolean;
};

export type Workspace = {
  /** All chats ever created, including deleted ones. */
  readonly chatsCreated: number;
  /** Existing chats by id, oldest first. */
  readonly chats: Readonly<Record<string, WorkspaceChat>>;
  /** Oldest first. */
  readonly activeRuns: readonly ActiveRun[];
  /** Those that still count, oldest first. */
  readonly failedRuns: readonly FailedRun[];
  /** The size of the results of runs admitted on the newest day (UTC) with any, deleted ones included. */
  readonly written: { readonly day: string; readonly bytes: number };
  /** The size of the strategy versions and notes that were saved on the newest day (UTC) with any, deleted ones included. */
  readonly saved: Workspace['written'];
  /** Its user's account is gone. */
  readonly isErased: boolean;
};

/** The chats that the user created, oldest first. */
export const publicChatIds = ({ chats }: Workspace): string[] =>
  Object.keys(chats).filter((chatId) => !chats[chatId]?.isPrivate);

/** An existing chat; ids come from outside, and every object inherits the keys of `Object` (`constructor`, …). */
export const chatIn = ({ chats }: Workspace, chatId: string): WorkspaceChat | undefined =>
  Object.hasOwn(chats, chatId) ? chats[chatId] : undefined;

/** An existing chat whose name and files the user may change. */
export const changeableChat = (workspace: Workspace, chatId: string): WorkspaceChat | Refusal => {
  const chat = chatIn(workspace, chatId);
  if (!chat) return refuse('CHAT_NOT_FOUND');
  return chat.isPrivate ? refuse('PRIVATE_CHAT_READ_ONLY') : chat;
};

/** The file at a place, counted from 0; with a name, only if it matches. */
export const fileAt = (
  { files }: WorkspaceChat,
  index: number,
  filename?: string,
): StrategyFile | undefined => {
  const file = files[index];
  return filename === undefined || file?.filename === filename ? file : undefined;
};

/** The known facts of a run's folder. */
export const folderIn = ({ folders }: WorkspaceChat, runId: string): Folder =>
  folders.find((folder) => folder.runId === runId) ?? {
    runId,
    name: null,
    settings: null,
    isFavorite: false,
  };

export const emptyWorkspace: Workspace = {
  chatsCreated: 0,
  chats: {},
  activeRuns: [],
  failedRuns: [],
  written: { day: '', bytes: 0 },
  saved: { day: '', bytes: 0 },
  isErased: false,
};
const emptyChat = {
  files: [],
  folders: [],
  deletedRuns: [],
  results: [],
  links: [],
  isPrivate: false,
} as const;

type ChatChange = (chat: WorkspaceChat) => Partial<WorkspaceChat>;

const withChat = (workspace: Workspace, chatId: string, change: ChatChange): Workspace => {
  const chat = chatIn(workspace, chatId);
  if (!chat) return workspace;
  return { ...workspace, chats: { ...workspace.chats, [chatId]: { ...chat, ...change(chat) } } };
};

const withNewChat = (
  workspace: Workspace,
  { chatId, localId, conversationId }: { chatId: string; localId: number; conversationId: string },
  chat: Omit<WorkspaceChat, 'conversationId'>,
): Workspace => ({
  ...workspace,
  chatsCreated: localId,
  chats: { ...workspace.chats, [chatId]: { ...chat, conversationId } },
});

/** A known file keeps its place. */
const withFile =
  (filename: string, change: Partial<StrategyFile>): ChatChange =>
  ({ files }) => ({
    files: files.map((file) => (file.filename === filename ? { ...file, ...change } : file)),
  });

const withSavedFile =
  (saved: Omit<StrategyFile, 'isFavorite' | 'versionSizes' | 'createdAt'>, at: string): ChatChange =>
  (chat) => {
    const known = chat.files.find(({ filename }) => filename === saved.filename);
    if (!known)
      return {
        files: [...chat.files, { ...saved, versionSizes: [saved.size], isFavorite: false, createdAt: at }],
      };
    const versionSizes = [...known.versionSizes, saved.size].slice(-STRATEGY_VERSIONS_MAX);
    return withFile(saved.filename, { ...saved, versionSizes })(chat);
  };

const withFolder =
  (runId: string, change: Partial<Folder>): ChatChange =>
  (chat) => {
    const changed = { ...folderIn(chat, runId), ...change };
    const known = chat.folders.some((folder) => folder.runId === runId);
    if (!known) return { folders: [...chat.folders, changed] };
    return { folders: chat.folders.map((folder) => (folder.runId === runId ? changed : folder)) };
  };

const withoutFolder =
  (runId: string): ChatChange =>
  ({ folders, deletedRuns, results, links }) => ({
    folders: folders.filter((folder) => folder.runId !== runId),
    deletedRuns: [...deletedRuns, runId],
    results: results.filter((result) => result.runId !== runId),
    links: links.filter((link) => link.runId !== runId),
  });

/** Forgets those that no longer count. */
const withFailedRun = (known: readonly FailedRun[], failed: FailedRun | null): readonly FailedRun[] => {
  if (failed === null) return known;
  const since = Date.parse(failed.at) - FAILED_RUNS_WINDOW_MS;
  return [...known.filter(({ at }) => Date.parse(at) > since), failed];
};

/** The day of a point in time (UTC). */
export const dayOf = (at: string): string => at.slice(0, 10);

const withSaved = (
  workspace: Workspace,
  { at, size }: { readonly at: string; readonly size: number },
): Workspace => {
  const { saved } = workspace;
  if (dayOf(at) < saved.day) return workspace;
  const day = dayOf(at);
  return { ...workspace, saved: { day, bytes: size + (day === saved.day ? saved.bytes : 0) } };
};

const withWritten = (
  { activeRuns, written }: Workspace,
  runId: string,
  bytes: number,
): Workspace['written'] => {
  const run = activeRuns.find((active) => active.runId === runId);
  if (!run || bytes === 0 || dayOf(run.admittedAt) < written.day) return written;
  const day = dayOf(run.admittedAt);
  return { day, bytes: bytes + (day === written.day ? written.bytes : 0) };
};

const withSettledRun = (
  workspace: Workspace,
  {
    chatId,
    runId,
    resultBytes,
    failed,
  }: { chatId: string; runId: string; resultBytes: number; failed: FailedRun | null },
): Workspace => {
  const activeRuns = workspace.activeRuns.filter((run) => run.runId !== runId);
  const failedRuns = withFailedRun(workspace.failedRuns, failed);
  const written = withWritten(workspace, runId, resultBytes);
  return withChat({ ...workspace, activeRuns, failedRuns, written }, chatId, (chat) =>
    resultBytes === 0 || chat.deletedRuns.includes(runId)
      ? {}
      : { results: [...chat.results, { runId, bytes: resultBytes }] },
  );
};

type FavoriteEvent = Extract<WorkspaceEvent, { type: 'FavoriteAdded' | 'FavoriteRemoved' }>;

const withFavorite = ({ item }: FavoriteEvent['data'], isFavorite: boolean): ChatChange =>
  item.type === 'strategy' ? withFile(item.filename, { isFavorite }) : withFolder(item.runId, { isFavorite });

/** The workspace with only the links that stay; chats without any stay as they are. */
const withLinks = (workspace: Workspace, stays: (link: SharedLink) => boolean): Workspace => ({
  ...workspace,
  chats: Object.fromEntries(
    Object.entries(workspace.chats).map(([chatId, chat]) => [
      chatId,
      chat.links.every(stays) ? chat : { ...chat, links: chat.links.filter(stays) },
    ]),
  ),
});

type ResultShared = Extract<WorkspaceEvent, { type: 'ResultShared' }>['data'];

/** Expired links leave with the next that is made. */
const withSharedResult = (workspace: Workspace, { userId: _, chatId, ...link }: ResultShared): Workspace =>
  withChat(
    withLinks(workspace, ({ expiresAt }) => expiresAt === null || link.at < expiresAt),
    chatId,
    ({ links }) => ({ links: [...links, link] }),
  );

/** Folds one event into the workspace. */
export const evolveWorkspace = (workspace: Workspace, { type, data }: WorkspaceEvent): Workspace => {
  switch (type) {
    case 'ChatCreated':
      return withNewChat(workspace, data, { ...emptyChat, name: data.name, isPrivate: data.private });
    case 'ChatDuplicated': {
      const originals = chatIn(workspace, data.sourceChatId)?.files ?? [];
      const files = data.files.map((file) => ({
        ...file,
        version: 1,
        versionSizes: [file.size],
        isFavorite: false,
        createdAt: originals.find(({ filename }) => filename === file.filename)?.createdAt ?? null,
      }));
      return withNewChat(workspace, data, { ...emptyChat, name: data.name, files });
    }
    case 'ChatRenamed':
      return withChat(workspace, data.chatId, () => ({ name: data.name }));
    case 'ChatDeleted': {
      const { [data.chatId]: _, ...chats } = workspace.chats;
      return { ...workspace, chats };
    }
    case 'StrategyFileSaved': {
      const { chatId, filename, version, code, size, at } = data;
      const file = { filename, version, code, size };
      return withChat(withSaved(workspace, data), chatId, withSavedFile(file, at));
    }
    case 'StrategyFileRenamed':
      return withChat(workspace, data.chatId, withFile(data.filename, { filename: data.newFilename }));
    case 'StrategyFileDeleted':
      return withChat(workspace, data.chatId, ({ files }) => ({
        files: files.filter(({ filename }) => filename !== data.filename),
      }));
    case 'FolderRenamed':
      return withChat(workspace, data.chatId, withFolder(data.runId, { name: data.name }));
    case 'FolderNotesSaved':
      return withChat(
        withSaved(workspace, data),
        data.chatId,
        withFolder(data.runId, { settings: data.settings }),
      );
    case 'FolderDeleted':
      return withChat(workspace, data.chatId, withoutFolder(data.runId));
    case 'StudyDeleted':
      return withChat(workspace, data.chatId, withoutFolder(placeOfStudy(data.studyId)));
    case 'ResultShared':
      return withSharedResult(workspace, data);
    case 'SharedLinkRevoked':
      return withLinks(workspace, ({ linkId }) => linkId !== data.linkId);
    case 'FavoriteAdded':
      return withChat(workspace, data.chatId, withFavorite(data, true));
    case 'FavoriteRemoved':
      return withChat(workspace, data.chatId, withFavorite(data, false));
    case 'RunAdmitted': {
      const { runId, chatId, at: admittedAt, isTry = false, isStudy = false } = data;
      const admitted = { runId, chatId, admittedAt, isTry, isStudy };
      return { ...workspace, activeRuns: [...workspace.activeRuns, admitted] };
    }
    case 'RunSettled':
      return withSettledRun(workspace, data);
    case 'WorkspaceErased':
      return { ...emptyWorkspace, isErased: true };
  }
};
