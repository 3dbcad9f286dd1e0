// Waits for a run to end and answers with the execute response.
import {
  type ExecuteResponse,
  type Finding,
  finding,
  isRefusal,
  MESSAGES,
  type Refusal,
  refuse,
  toVut,
} from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, type UserFiles, userHandler } from '@tradeium/service-kit';
import type { RunOutcome } from '../../domain/run.ts';
import { chatIn, folderIn, type Workspace } from '../../domain/workspace-state.ts';
import { outputOf, readReport } from '../../results/report.ts';
import type { Dependencies } from '../dependencies.ts';
import { runOfUser } from './run-of-user.ts';

const NOTHING: Omit<ExecuteResponse, 'run_id'> = {
  success: false,
  summary: null,
  filename: null,
  dataframe_info: null,
  error: null,
  strategy_error: null,
  strategy_error_line: null,
  strategy_error_source: null,
  strategy_success: false,
  strategy_dataframe_info: null,
  findings: [],
  prints: null,
  cost_vut: 0,
};

type Completed = Extract<RunOutcome, { status: 'completed' }>;

/** The result folder's current name; null when it or its chat was deleted, together with its files. */
const folderNameNow = ({ chatId, runId, folderName }: Completed, workspace: Workspace): string | null => {
  const chat = chatIn(workspace, chatId);
  if (!chat) return null;
  return chat.deletedRuns.includes(runId) ? null : (folderIn(chat, runId).name ?? folderName);
};

/** Findings of earlier catalogues have no text any more. */
const knownFindings = (findings: Completed['findings']): Finding[] =>
  findings.flatMap((one) => finding.safeParse(one).data ?? []);

/** A run that was impossible is a refusal; a strategy's own error is an answer. */
const responseOf = async (
  outcome: RunOutcome,
  workspace: Workspace,
  files: UserFiles,
): Promise<ExecuteResponse | Refusal> => {
  const folderName = outcome.status === 'completed' ? folderNameNow(outcome, workspace) : null;
  const isDeleted = outcome.status === 'completed' ? folderName === null : !chatIn(workspace, outcome.chatId);
  const words =
    isDeleted || outcome.report === null ? null : readReport(await files.get(outcome.userId, outcome.report));
  if (outcome.status === 'completed') {
    return {
      ...NOTHING,
      run_id: outcome.runId,
      success: true,
      summary: outcome.summary,
      filename: folderName,
      dataframe_info: outcome.result,
      strategy_success: true,
      strategy_dataframe_info: outcome.strategyFrame,
      findings: knownFindings(outcome.findings),
      prints: words && outputOf(words),
      cost_vut: toVut(outcome.charged),
    };
  }
  if (outcome.refusal) {
    // Written under a possibly different catalogue.
    return isRefusal(outcome.refusal) ? outcome.refusal : refuse('RUN_FAILED');
  }
  const { runId, strategyError, line } = outcome;
  return {
    ...NOTHING,
    run_id: runId,
    error: strategyError,
    strategy_error: strategyError,
    strategy_error_line: line,
    strategy_error_source: words?.source_line ?? null,
    prints: words && outputOf(words),
  };
};

export const awaitRun = (
  dependencies: Pick<Dependencies, 'runs' | 'workspaces' | 'progress' | 'files'>,
): Handler =>
  fromAggregates(
    userHandler(MESSAGES.awaitRun, async ({ run_id, waitMs }, userId) => {
      const ended = dependencies.progress.ended(run_id, waitMs);
      const first = await runOfUser(dependencies, run_id, userId);
      if (isRefusal(first)) return first;
      if (first.run.status === 'running') await ended;
      const found = first.run.status === 'running' ? await runOfUser(dependencies, run_id, userId) : first;
      if (isRefusal(found)) return found;
      const written = { context: 'backtest', sequence: found.sequence } as const;
      if (found.run.status === 'running') return answer({ result: null }, written);
      const { state: workspace } = await dependencies.workspaces.load(userId);
      const response = await responseOf(found.run.outcome, workspace, dependencies.files);
      return isRefusal(response) ? response : answer({ result: response }, written);
    }),
  );
