// Everything that is kept of a user here, for the export of his account: chats, strategies with their code, and runs.
import { exportOf, type MicroVut, toVut } from '@tradeium/contracts';
import { answer, type Blobs, type Handler, userHandler } from '@tradeium/service-kit';
import { type ChatDocument, chatsOf } from '../projections/chats.ts';
import { type RunDocument, runsOf } from '../projections/runs.ts';
import type { Dependencies } from './dependencies.ts';

/** More than a user can have. */
const CHATS_EXPORTED_MAX = 1_000;
const RUNS_EXPORTED_MAX = 5_000;
/** Of all versions of all files together; those beyond are listed without their code. */
const CODE_BYTES_EXPORTED_MAX = 16 * 1_024 * 1_024;

type ExportedVersion = { version: number; saved_at: string; size: number; code: string | null };

/** Reads code until so many bytes were read, then gives null. */
const codeReader = (blobs: Blobs, bytesMax: number) => {
  let bytesLeft = bytesMax;
  return async (digest: string, size: number): Promise<string | null> => {
    if (size > bytesLeft) return null;
    bytesLeft -= size;
    return (await blobs.get(digest)).toString('utf8');
  };
};

const exportChat = async (chat: ChatDocument, codeOf: ReturnType<typeof codeReader>) => {
  const strategies: { filename: string; versions: ExportedVersion[] }[] = [];
  for (const { filename, versions } of chat.files) {
    const newestFirst: ExportedVersion[] = [];
    for (const { version, code, size, savedAt } of versions.toReversed())
      newestFirst.push({ version, saved_at: savedAt, size, code: await codeOf(code, size) });
    strategies.push({ filename, versions: newestFirst });
  }
  return { id: chat._id, name: chat.name, created_at: chat.createdAt, strategies };
};

const exportRun = (run: RunDocument) => ({
  id: run._id,
  chat_id: run.chatId,
  strategy: run.strategy,
  settings: run.settings,
  started_at: run.startedAt,
  ended_at: run.endedAt,
  status: run.status,
  failure: run.failure,
  summary: run.summary,
  charged_vut: run.charged === null ? null : toVut(run.charged as MicroVut),
  folder: run.folderName,
  files: run.files.map(({ filename, size }) => ({ filename, size })),
});

export const exportUserData = ({
  chatModel,
  runModel,
  blobs,
}: Pick<Dependencies, 'chatModel' | 'runModel' | 'blobs'>): Handler =>
  userHandler(exportOf('backtest'), async (_input, userId) => {
    const codeOf = codeReader(blobs, CODE_BYTES_EXPORTED_MAX);
    const chats: Awaited<ReturnType<typeof exportChat>>[] = [];
    for (const chat of await chatsOf(chatModel, userId, CHATS_EXPORTED_MAX))
      chats.push(await exportChat(chat, codeOf));
    const runs = await runsOf(runModel, userId, RUNS_EXPORTED_MAX + 1);
    return answer({
      chats,
      runs: runs.slice(0, RUNS_EXPORTED_MAX).map(exportRun),
      // There were more than fit: the newest are told.
      runs_truncated: runs.length > RUNS_EXPORTED_MAX,
    });
  });
