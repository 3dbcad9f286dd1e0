// Starts a run: admits it among its user's runs, then writes that it has started.

import { isRefusal, type Refusal } from '@tradeium/contracts';
import type { Written } from '@tradeium/event-store';
import type { RunCommand } from '../domain/run.ts';
import { chatIn, type Workspace } from '../domain/workspace-state.ts';
import { type Admitting, admitRun, NOTHING_LEFT } from './admit-run.ts';
import { settleRun } from './end-run.ts';

type Start = Extract<RunCommand, { type: 'StartRun' }>['data'];

/** The moment when the file was first saved; none for a private strategy, and for a file that is gone by now. */
const creationOf = (workspace: Workspace, { chatId, strategyFilename, code }: Start) => {
  const files = code === null ? [] : (chatIn(workspace, chatId)?.files ?? []);
  const at = files.find(({ filename }) => filename === strategyFilename)?.createdAt;
  return at ? { strategyCreatedAt: at } : {};
};

/** Writes that a run has started, once; refused when its user has too many under way or too much stored. */
export const startRun = async (
  starting: Admitting,
  { data, asked, correlationId }: { data: Start; asked: object; correlationId: string },
): Promise<{ readonly written: Written } | Refusal> => {
  const { runs, workspaces } = starting;
  const { userId, runId } = data;
  const admitted = await admitRun(starting, data, correlationId);
  if (isRefusal(admitted)) return admitted;
  const dated = { ...data, ...creationOf(admitted.state, data) };
  const ids = { commandId: `start:${runId}`, input: asked, userId, correlationId };
  const started = await runs.change(runId, { type: 'StartRun', data: dated }, ids);
  if (!isRefusal(started)) return started;
  // While the store is down it is unknown whether it was written: repeating the request finds out.
  if (started.refused === 'COMMAND_ID_REUSED') await settleRun(workspaces, data, NOTHING_LEFT);
  return started;
};
