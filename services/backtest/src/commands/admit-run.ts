// Admits a run or a try to its user's runs under way, and frees the places of ended ones.
import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal, studyInPlace } from '@tradeium/contracts';
import type { ChangeOf } from '@tradeium/event-store';
import type { Stores } from '../aggregates.ts';
import { type Settlement, settlementOf } from '../domain/run.ts';
import { settlementOfStudy } from '../domain/study.ts';
import type { ActiveRun } from '../domain/workspace-state.ts';
import { settleRun } from './end-run.ts';

/** A run admitted but unknown for this long was never started: its process ended in between. */
const GIVEN_UP_AFTER_MS = 60_000;
/** Longer than anything waits for a try. One that has lost its workflow must not keep its place. */
const TRY_GIVEN_UP_AFTER_MS = 600_000;
export const NOTHING_LEFT: Settlement = { resultBytes: 0 };

export type Admitting = Pick<Stores, 'runs' | 'studies' | 'workspaces'>;
type Ids = { readonly userId: string; readonly chatId: string; readonly runId: string };

type Left = Settlement | 'unknown' | 'running';

const leftOfRun = async ({ runs }: Admitting, runId: string): Promise<Left> => {
  const { state } = await runs.load(runId);
  if (state.status === 'ended') return settlementOf(state.outcome);
  return state.status === 'erased' ? NOTHING_LEFT : state.status;
};

const leftOfStudy = async ({ studies }: Admitting, place: string): Promise<Left> => {
  const { state } = await studies.load(studyInPlace(place));
  if (state.status === 'ended') return settlementOfStudy(state);
  return state.status === 'erased' ? NOTHING_LEFT : state.status;
};

/** Settles runs and studies that have ended: the reaction to their end may be late. */
const settleEnded = async (
  admitting: Admitting,
  userId: string,
  active: readonly ActiveRun[],
): Promise<void> => {
  const { workspaces } = admitting;
  for (const { runId, chatId, admittedAt, isTry, isStudy } of active) {
    const ageMs = Date.now() - Date.parse(admittedAt);
    if (isTry) {
      if (ageMs > TRY_GIVEN_UP_AFTER_MS) await settleRun(workspaces, { runId, chatId, userId }, NOTHING_LEFT);
      continue;
    }
    const left = await (isStudy ? leftOfStudy(admitting, runId) : leftOfRun(admitting, runId));
    const isGivenUp = left === 'unknown' && ageMs > GIVEN_UP_AFTER_MS;
    if (left === 'running' || (left === 'unknown' && !isGivenUp)) continue;
    const settlement = left === 'unknown' ? NOTHING_LEFT : left;
    await settleRun(workspaces, { runId, chatId, userId }, settlement);
  }
};

/** Some that count may have ended. */
const TOO_MANY: readonly Refusal['refused'][] = ['TOO_MANY_RUNS', 'TOO_MANY_STUDIES'];

const admit = async (
  admitting: Admitting,
  type: 'AdmitRun' | 'AdmitTry' | 'AdmitStudy',
  { userId, chatId, runId }: Ids,
  correlationId: string,
): Promise<ChangeOf<Stores['workspaces']> | Refusal> => {
  // The state reveals a repetition; a remembered id would hide that a place was released and is needed again.
  const once = () =>
    admitting.workspaces.change(
      userId,
      { type, userId, chatId, runId },
      { commandId: `admit:${runId}:${randomUUID()}`, correlationId },
    );
  const admitted = await once();
  if (!isRefusal(admitted) || !TOO_MANY.includes(admitted.refused)) return admitted;
  const { state } = await admitting.workspaces.load(userId);
  await settleEnded(admitting, userId, state.activeRuns);
  return once();
};

export const admitRun = (admitting: Admitting, ids: Ids, correlationId: string) =>
  admit(admitting, 'AdmitRun', ids, correlationId);

export const admitStudy = (admitting: Admitting, ids: Ids, correlationId: string) =>
  admit(admitting, 'AdmitStudy', ids, correlationId);

/** Without events when it has a place already. */
export const admitTry = (admitting: Admitting, ids: Ids) => admit(admitting, 'AdmitTry', ids, ids.runId);

/** An attempt at a try that has failed: it counts once, and the next attempt once more. */
export type FailedAttempt = { readonly attempt: string; readonly failedMs: number };

/** Frees the place of a try, if it has one, and counts the time of an attempt that has failed. */
export const settleTry = async (
  { workspaces }: Pick<Admitting, 'workspaces'>,
  { userId, chatId, runId }: Ids,
  failed: FailedAttempt | null,
): Promise<void> => {
  const change = await workspaces.change(
    userId,
    { type: 'SettleTry', userId, chatId, runId, failedMs: failed?.failedMs },
    {
      commandId: failed === null ? `settle-try:${runId}:${randomUUID()}` : `try:${runId}:${failed.attempt}`,
      correlationId: runId,
      input: { runId },
    },
  );
  if (isRefusal(change)) throw new Error(`the time of ${runId} was not counted: ${change.refused}`);
};
