// Keeps a backtest that an agent ran: as a run with a result folder, free because the reply has paid for it.
import { isRefusal, MESSAGES, parametersOf, type Refusal, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import type { z } from 'zod';
import { changeWithSource, digestOf } from '../../commands/change-with-file.ts';
import { findKeptRun } from '../../commands/find-kept-run.ts';
import { startRun } from '../../commands/start-run.ts';
import { filenameOf } from '../../domain/strategy-filename.ts';
import { chatIn, type StrategyFile, type Workspace } from '../../domain/workspace-state.ts';
import type { Dependencies } from '../dependencies.ts';

type Keeping = Pick<
  Dependencies,
  'workspaces' | 'runs' | 'studies' | 'blobs' | 'files' | 'declaredParameters'
>;
type Input = z.output<typeof MESSAGES.keepTry.input>;

/** The same code as it may have been saved: a block of a reply has no blank lines around it. */
const spellingsOf = (code: string): string[] => [code, code.trim(), `${code.trim()}\n`];

/** The chat's file with this code, made where there is none; one that has it stays as it is. */
const fileWith = async (
  keeping: Keeping,
  userId: string,
  { chat_id: chatId, strategy_code: strategyCode }: Input,
  runId: string,
): Promise<StrategyFile | Refusal> => {
  const digests = await Promise.all(
    spellingsOf(strategyCode).map(async (code) =>
      digestOf(await keeping.files.sealed(userId, Buffer.from(code, 'utf8'))),
    ),
  );
  const fileIn = (workspace: Workspace) =>
    chatIn(workspace, chatId)?.files.find(({ code }) => digests.includes(code));
  const known = fileIn((await keeping.workspaces.load(userId)).state);
  if (known) return known;
  const ids = { commandId: `keep:${runId}`, correlationId: runId };
  const wantedName = filenameOf(strategyCode);
  const change = await changeWithSource(keeping, { userId, strategyCode }, ids, (source) => ({
    type: 'AddStrategyFile',
    userId,
    chatId,
    wantedName,
    ...source,
  }));
  return isRefusal(change) ? change : (fileIn(change.state) ?? refuse('CONCURRENT_CHANGE'));
};

export const keepTry = (keeping: Keeping): Handler =>
  userHandler(MESSAGES.keepTry, async (input, userId, { correlationId }) => {
    const { chat_id: chatId, settings, parameters } = input;
    const chat = chatIn((await keeping.workspaces.load(userId)).state, chatId);
    if (!chat) return refuse('CHAT_NOT_FOUND');
    const asked = { userId, chatId, settings, parameters, privateStrategyId: null };
    const run = await findKeptRun(keeping.runs, asked, input.request_id, chat.deletedRuns);
    if (run === null) return refuse('RESULT_NOT_KEPT');
    if ('kept' in run)
      return answer({ run_id: run.kept.runId, strategy_filename: run.kept.strategyFilename });
    const file = await fileWith(keeping, userId, input, run.free);
    if (isRefusal(file)) return file;
    const { filename: strategyFilename, version: strategyVersion, code } = file;
    const declared = await keeping.declaredParameters(userId, code);
    if (isRefusal(declared)) return declared;
    const matched = parametersOf(declared.parameters, parameters);
    if (isRefusal(matched)) return matched;
    const strategy = { strategyFilename, strategyVersion, code, parameters: matched.values };
    const data = { runId: run.free, ...asked, ...strategy, isPaid: true as const };
    const started = await startRun(keeping, { data, asked, correlationId });
    if (isRefusal(started)) return started;
    return answer({ run_id: run.free, strategy_filename: strategyFilename }, started.written);
  });
