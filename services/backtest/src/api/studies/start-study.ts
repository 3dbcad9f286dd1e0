// Starts a study: settles its file and its points, and records that it has started; a reaction does the rest.
import { randomUUID } from 'node:crypto';
import {
  isRefusal,
  messageOf,
  placeOfStudy,
  type Refusal,
  refuse,
  type StudyInput,
  toVut,
} from '@tradeium/contracts';
import { answer, type Handler, type RequestContext, userHandler } from '@tradeium/service-kit';
import { admitStudy, NOTHING_LEFT } from '../../commands/admit-run.ts';
import { settleRun } from '../../commands/end-run.ts';
import { askedIn, type PlannedStudy, planStudy } from '../../commands/plan-study.ts';
import { isSameStudy } from '../../domain/study.ts';
import { hasStudy } from '../../domain/user-runs.ts';
import type { Dependencies } from '../dependencies.ts';

type Starting = Pick<
  Dependencies,
  'workspaces' | 'runs' | 'studies' | 'studyFiles' | 'declaredParameters' | 'client' | 'now'
>;

/** Early and clear, before anything is written. The reservation decides, so credits that cannot be read hold up nothing. */
const creditsRefusal = async (
  { client }: Starting,
  { costAtMost }: PlannedStudy,
  { after: _, ...request }: RequestContext,
): Promise<Refusal | null> => {
  const balance = await client.request(messageOf('getBalance'), {}, request);
  if (isRefusal(balance)) return null;
  const { vut_owed: owed, vut_remaining: available } = balance.output.subscription;
  if (owed > 0) return refuse('CREDITS_OWED', { owed });
  const required = toVut(costAtMost);
  return available < required ? refuse('INSUFFICIENT_CREDITS', { required, available }) : null;
};

const start = async (
  starting: Starting,
  studyId: string,
  input: StudyInput,
  userId: string,
  request: RequestContext,
) => {
  const { studies, studyFiles, workspaces } = starting;
  const planned = await planStudy(starting, input, userId);
  if (isRefusal(planned)) return planned;
  const shortage = await creditsRefusal(starting, planned, request);
  if (shortage) return shortage;
  const { file, settings, plan, points, total, costAtMost } = planned;
  const { backtest_id: chatId } = input;
  const ids = { userId, chatId, runId: placeOfStudy(studyId) };
  const { correlationId } = request;
  const admitted = await admitStudy(starting, ids, correlationId);
  if (isRefusal(admitted)) return admitted;
  const data = {
    studyId,
    chatId,
    userId,
    strategyFilename: file.filename,
    strategyVersion: file.version,
    code: file.code,
    settings,
    plan,
    fixed: input.fixed,
    points: total,
    list: await studyFiles.putList(userId, points),
    reserved: costAtMost,
    at: starting.now().toISOString(),
  };
  const change = await studies.change(
    studyId,
    { type: 'StartStudy', data },
    { commandId: `start:${studyId}`, input: { settings, plan, fixed: input.fixed }, userId, correlationId },
  );
  if (isRefusal(change)) {
    if (change.refused === 'COMMAND_ID_REUSED') await settleRun(workspaces, ids, NOTHING_LEFT);
    return change;
  }
  const price = { points: total, cost_at_most_vut: toVut(costAtMost) };
  return answer({ study_id: studyId, ...price }, change.written);
};

export const startStudy = (starting: Starting): Handler =>
  userHandler(messageOf('startStudy'), async (input, userId, request) => {
    const studyId = input.study_id ?? randomUUID();
    const { state: known, sequence } = await starting.studies.load(studyId);
    if (known.status === 'unknown') return start(starting, studyId, input, userId, request);
    if (known.status === 'erased') return refuse('COMMAND_ID_REUSED');
    const { started } = known;
    if (!isSameStudy(started, { userId, chatId: input.backtest_id, fixed: input.fixed, ...askedIn(input) }))
      return refuse('COMMAND_ID_REUSED');
    // One that was deleted does not come back.
    const { state: workspace } = await starting.workspaces.load(userId);
    if (!hasStudy(workspace, started)) return refuse('COMMAND_ID_REUSED');
    const price = { points: started.points, cost_at_most_vut: toVut(started.reserved) };
    return answer({ study_id: studyId, ...price }, { context: 'backtest', sequence });
  });
