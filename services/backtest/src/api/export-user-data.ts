// Exports everything stored about a user: chats, strategies with their code, runs, favourites, links to results.
import { exportOf, type MicroVut, toVut } from '@tradeium/contracts';
import { answer, type Handler, type UserFiles, userHandler } from '@tradeium/service-kit';
import { notesIn } from '../domain/folder-notes.ts';
import { linksOf, type PlacedLink } from '../domain/shared-links.ts';
import { type ChatDocument, chatsOf, chatWithVersions } from '../projections/chats.ts';
import { favoritesOf } from '../projections/favorites.ts';
import { type RunDocument, runsOf } from '../projections/runs.ts';
import { studiesOf } from '../projections/studies.ts';
import type { Dependencies } from './dependencies.ts';

/** More than a user can have. */
const CHATS_EXPORTED_MAX = 1_000;
const RUNS_EXPORTED_MAX = 5_000;
const STUDIES_EXPORTED_MAX = 5_000;
/** For all versions of all files together, and for all notes; those beyond are listed without their text. */
const CODE_BYTES_EXPORTED_MAX = 16 * 1_024 * 1_024;
const NOTES_BYTES_EXPORTED_MAX = 16 * 1_024 * 1_024;

type ExportedVersion = { version: number; saved_at: string; size: number; code: string | null };

type ReadText = (digest: string, size: number) => Promise<string | null>;

/** Reads text up to this many bytes in total, then returns null. */
const textReader = (files: UserFiles, userId: string, bytesMax: number): ReadText => {
  let bytesLeft = bytesMax;
  return async (digest, size) => {
    if (size > bytesLeft) return null;
    bytesLeft -= size;
    return (await files.get(userId, digest)).toString('utf8');
  };
};

const exportChat = async (chat: ChatDocument, codeOf: ReadText) => {
  const strategies: { filename: string; versions: ExportedVersion[] }[] = [];
  for (const { filename, versions } of chat.files) {
    const newestFirst: ExportedVersion[] = [];
    for (const { version, code, size, savedAt } of versions.toReversed())
      newestFirst.push({ version, saved_at: savedAt, size, code: await codeOf(code, size) });
    strategies.push({ filename, versions: newestFirst });
  }
  return { id: chat._id, name: chat.name, created_at: chat.createdAt, strategies };
};

const notesOf = async (run: RunDocument, textOf: ReadText): Promise<string | null> => {
  const settings = run.files.find(({ filename }) => filename === 'Settings');
  if (!run.hasNotes || !settings) return '';
  const text = await textOf(settings.digest, settings.size);
  return text === null ? null : notesIn(text);
};

/** The files of a run in a deleted chat are gone. */
const withoutFolder = (run: RunDocument): RunDocument => ({
  ...run,
  folderName: null,
  hasNotes: false,
  files: [],
});

const exportRun = async (run: RunDocument, notesText: ReadText) => ({
  id: run._id,
  chat_id: run.chatId,
  strategy: run.strategy,
  settings: run.settings,
  started_at: run.startedAt,
  ended_at: run.endedAt,
  status: run.status,
  failure: run.failure,
  summary: run.summary,
  figures: run.figures,
  charged_vut: run.charged === null ? null : toVut(run.charged as MicroVut),
  folder: run.folderName,
  notes: await notesOf(run, notesText),
  files: run.files.map(({ filename, size }) => ({ filename, size })),
});

const exportLink = ({ linkId, chatId, runId, showsCode, at, expiresAt }: PlacedLink) => ({
  id: linkId,
  chat_id: chatId,
  run_id: runId,
  shows_code: showsCode,
  created_at: at,
  expires_at: expiresAt,
});

const exportStudy = (study: Awaited<ReturnType<typeof studiesOf>>[number]) => ({
  id: study._id,
  chat_id: study.chatId,
  strategy: study.strategy,
  status: study.status,
  method: study.method,
  axes: study.axes,
  points: study.points,
  computed: study.done,
  started_at: study.startedAt,
  ended_at: study.endedAt,
});

export const exportUserData = ({
  workspaces,
  chatModel,
  runModel,
  studyModel,
  favoritesModel,
  files,
}: Pick<
  Dependencies,
  'workspaces' | 'chatModel' | 'runModel' | 'studyModel' | 'favoritesModel' | 'files'
>): Handler =>
  userHandler(exportOf('backtest'), async (_input, userId) => {
    const codeOf = textReader(files, userId, CODE_BYTES_EXPORTED_MAX);
    const notesText = textReader(files, userId, NOTES_BYTES_EXPORTED_MAX);
    const chats: Awaited<ReturnType<typeof exportChat>>[] = [];
    for (const { _id } of await chatsOf(chatModel, userId, CHATS_EXPORTED_MAX)) {
      const chat = await chatWithVersions(chatModel, userId, _id);
      if (chat) chats.push(await exportChat(chat, codeOf));
    }
    const newest = await runsOf(runModel, userId, RUNS_EXPORTED_MAX + 1);
    const runs: Awaited<ReturnType<typeof exportRun>>[] = [];
    const living = new Set(chats.map(({ id }) => id));
    for (const run of newest.slice(0, RUNS_EXPORTED_MAX))
      runs.push(await exportRun(living.has(run.chatId) ? run : withoutFolder(run), notesText));
    return answer({
      chats,
      runs,
      // More than fit: only the newest are listed.
      runs_truncated: newest.length > RUNS_EXPORTED_MAX,
      studies: (await studiesOf(studyModel, { userId }, STUDIES_EXPORTED_MAX)).map(exportStudy),
      favorites: await favoritesOf(favoritesModel, userId),
      shared_links: linksOf((await workspaces.load(userId)).state).map(exportLink),
    });
  });
