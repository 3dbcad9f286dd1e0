// Finds the run behind a result folder for commands: by the folder's current name, or by the run's id.
import { READ_YOUR_WRITES_TIMEOUT_MS, RUNS_AT_ONCE_MAX } from '@tradeium/contracts';
import type { FolderOfRun } from '../../domain/folders.ts';
import { chatIn, folderIn, type WorkspaceChat } from '../../domain/workspace-state.ts';
import { foldersGiven } from '../../projections/runs.ts';
import type { Dependencies } from '../dependencies.ts';

type Finding = Pick<Dependencies, 'workspaces' | 'runs' | 'runModel' | 'caughtUp'>;
type ChatOfUser = { userId: string; chatId: string };

/** Null unless the run is this user's, in this chat, and has a folder. */
export const folderOfRun = async (
  { runs }: Pick<Finding, 'runs'>,
  { userId, chatId }: ChatOfUser,
  runId: string,
): Promise<FolderOfRun | null> => {
  const { state: run } = await runs.load(runId);
  if (run.status !== 'ended' || run.outcome.status !== 'completed') return null;
  if (run.started.userId !== userId || run.started.chatId !== chatId) return null;
  const { folderName: givenName, files } = run.outcome;
  const settings = files.find(({ filename }) => filename === 'Settings')?.digest ?? null;
  return { runId, givenName, settings, hasCode: files.some(({ filename }) => filename === 'Strategy') };
};

/** The workspace has the names that users chose, the read model those that runs gave, which never change. */
const runNamed = async (
  { runModel }: Finding,
  chat: WorkspaceChat,
  { chatId, folderName }: { chatId: string; folderName: string },
): Promise<string | null> => {
  const chosen = chat.folders.find(({ name }) => name === folderName);
  if (chosen) return chosen.runId;
  const given = await foldersGiven(runModel, chatId, folderName, RUNS_AT_ONCE_MAX);
  const named = given.find(({ _id }) => !chat.deletedRuns.includes(_id) && folderIn(chat, _id).name === null);
  return named?._id ?? null;
};

/** Null when the chat has no folder of this name. Waits for a run that has just ended. */
export const folderNamed = async (
  finding: Finding,
  place: ChatOfUser & { folderName: string },
): Promise<FolderOfRun | null> => {
  const { state: workspace } = await finding.workspaces.load(place.userId);
  const chat = chatIn(workspace, place.chatId);
  if (!chat) return null;
  let runId = await runNamed(finding, chat, place);
  if (runId === null && (await finding.caughtUp(READ_YOUR_WRITES_TIMEOUT_MS)))
    runId = await runNamed(finding, chat, place);
  return runId === null ? null : folderOfRun(finding, place, runId);
};
