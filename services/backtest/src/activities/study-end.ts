// The money and the end of a study: credits reserved for all of its points, captured for those that are computed.
import {
  isRefusal,
  type MicroVut,
  placeOfStudy,
  refuse,
  STUDY_METHOD_FACTS,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import { openCreditHolds } from '@tradeium/credit-hold';
import type { RequestClient } from '@tradeium/service-kit';
import { whileBeating } from '@tradeium/service-kit/while-beating';
import type { Stores } from '../aggregates.ts';
import { NOTHING_LEFT } from '../commands/admit-run.ts';
import { settleRun } from '../commands/end-run.ts';
import { chargeOf, type KnownStudy, settlementOfStudy } from '../domain/study.ts';
import type { ResultThreads } from '../results/result-threads.ts';
import type { StudyFiles } from '../results/studies/study-files.ts';
import type { StudyActivities, StudyOutcome, StudyReference } from '../workflows/run-study-contract.ts';
import { reservedUntil } from './credits.ts';

export type StudyEnds = {
  readonly studies: Stores['studies'];
  readonly workspaces: Stores['workspaces'];
  readonly client: RequestClient;
  readonly studyFiles: StudyFiles;
  readonly resultThreads: ResultThreads;
  readonly now: () => number;
};

type Settled = { readonly charged: MicroVut; readonly outcome: StudyOutcome };

export const studyEndActivities = (
  parts: StudyEnds,
): Pick<StudyActivities, 'reserveStudyCredits' | 'endStudy'> => {
  const { client, studies, workspaces, studyFiles, resultThreads } = parts;
  const holds = openCreditHolds(client);
  const holdOf = ({ studyId, userId }: StudyReference) =>
    holds.hold({ holdId: `study:${studyId}`, userId, correlationId: studyId });

  /** Charges what is computed. A reservation that has expired charges nothing, and the study counts as failed. */
  const charge = async (
    reference: StudyReference,
    study: KnownStudy,
    outcome: StudyOutcome,
  ): Promise<Settled> => {
    const charged = chargeOf(study);
    if (charged === ZERO_MICRO_VUT) {
      // A refusal means that there is nothing to release; the ledger's audit checks that this is right.
      await holdOf(reference).release(outcome.status === 'cancelled' ? 'cancelled' : 'failed');
      return { charged, outcome };
    }
    const captured = await holdOf(reference).capture(charged);
    if (!isRefusal(captured)) return { charged, outcome };
    const failed = {
      ...({ status: 'failed', refusal: refuse('STUDY_FAILED_UNCHARGED'), walkForward: null } as const),
      unusedMs: outcome.unusedMs,
    };
    return { charged: ZERO_MICRO_VUT, outcome: failed };
  };

  const write = async (reference: StudyReference, study: KnownStudy, given: StudyOutcome) => {
    const { studyId, chatId, userId } = reference;
    const points = await studyFiles.computed(study);
    const blocks = points.flatMap((point) => ('error' in point ? [] : [point.blocks]));
    // The points of a search lie where the whole range is good: splits of it would judge them too kindly.
    const { isSearch } = STUDY_METHOD_FACTS[study.started.plan.method];
    const probabilityOfOverfitting = isSearch ? null : await resultThreads.judgeChoice(blocks);
    const { charged, outcome } = await charge(reference, study, given);
    const { status, refusal, walkForward } = outcome;
    const test = { walkForward: walkForward?.digest ?? null, size: walkForward?.size ?? 0 };
    const at = new Date(parts.now()).toISOString();
    const data = { studyId, chatId, userId, status, refusal, charged, probabilityOfOverfitting, ...test, at };
    const ids = { commandId: `end:${studyId}`, userId, correlationId: studyId };
    const change = await studies.change(studyId, { type: 'EndStudy', data }, ids);
    if (isRefusal(change)) throw new Error(`the end of ${studyId} was not written: ${change.refused}`);
  };

  return {
    reserveStudyCredits: async (reference) => {
      const { state } = await studies.load(reference.studyId);
      if (state.status !== 'running') return refuse('STUDY_FAILED');
      const expiresAt = reservedUntil(reference.startedAt);
      const { reserved: amount } = state.started;
      const held = await holdOf(reference).reserve({ amount, purpose: 'study', expiresAt });
      if (!isRefusal(held)) return null;
      return held.refused === 'RESERVATION_EXPIRED' ? refuse('STUDY_FAILED_UNCHARGED') : held;
    },

    endStudy: (reference, outcome) =>
      whileBeating(async () => {
        const { studyId, chatId, userId } = reference;
        const { state: before } = await studies.load(studyId);
        if (before.status === 'running') await write(reference, before, outcome);
        const { state } = await studies.load(studyId);
        const isKnown = state.status === 'ended';
        if (!isKnown) await holdOf(reference).release('cancelled');
        const { resultBytes, failedMs = 0 } = isKnown ? settlementOfStudy(state) : NOTHING_LEFT;
        const unused = failedMs + outcome.unusedMs;
        const ids = { runId: placeOfStudy(studyId), chatId, userId };
        await settleRun(workspaces, ids, { resultBytes, failedMs: unused > 0 ? unused : undefined });
      }),
  };
};
