// The parts that the activities of a study share: its state, its computations, and the runner's answers.
import { type Blobs, readReplyFile, type UserFiles } from '@tradeium/service-kit';
import { z } from 'zod';
import type { Stores } from '../aggregates.ts';
import type { CandleStore } from '../candles/candle-store.ts';
import type { KnownStudy } from '../domain/study.ts';
import { type Computation, computationsOf } from '../domain/study-computations.ts';
import type { ResultThreads } from '../results/result-threads.ts';
import type { WeightedPoint } from '../results/studies/score-points.ts';
import type { ComputedPoint, StudyFiles } from '../results/studies/study-files.ts';
import type { PointsAnswer, StudyReference } from '../workflows/run-study-contract.ts';

export type StudyParts = {
  readonly studies: Stores['studies'];
  readonly trials: Stores['trials'];
  readonly workspaces: Stores['workspaces'];
  readonly blobs: Blobs;
  readonly files: UserFiles;
  readonly studyFiles: StudyFiles;
  readonly candles: CandleStore;
  readonly resultThreads: ResultThreads;
};

const milliseconds = z.number().nonnegative();
/** The runner's answers: a failure's words are the author's. */
const answers = z.object({
  doubt: z.enum(['state', 'random']).nullable(),
  points: z.array(
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), index: z.int(), row: z.int().nonnegative(), ms: milliseconds }),
      z.object({
        ok: z.literal(false),
        index: z.int(),
        message: z.string().max(2_000),
        line: z.int().nullable(),
        ms: milliseconds,
      }),
    ]),
  ),
});
export type Answers = z.infer<typeof answers>;

/** A study as its events have it. Throws for one that is erased or unknown. */
export const knownStudy = async (
  { studies }: Pick<StudyParts, 'studies'>,
  { studyId }: Pick<StudyReference, 'studyId'>,
): Promise<KnownStudy> => {
  const { state } = await studies.load(studyId);
  if (state.status === 'running' || state.status === 'ended') return state;
  throw new Error(`study ${studyId} is ${state.status}`);
};

export const computationsIn = async ({ studyFiles }: Pick<StudyParts, 'studyFiles'>, study: KnownStudy) =>
  computationsOf(await studyFiles.lists(study), study.started.settings);

export const readAnswers = async ({ blobs }: Pick<StudyParts, 'blobs'>, { answers: digest }: PointsAnswer) =>
  answers.parse(readReplyFile(await blobs.get(digest)));

/** The points of the computations that gave weights, each with its row. */
export const weightedPoints = (all: readonly Computation[], { points }: Answers): WeightedPoint[] =>
  points.flatMap((answer) =>
    answer.ok ? (all[answer.index]?.points ?? []).map((point) => ({ ...point, row: answer.row })) : [],
  );

/** A failed point costs nothing, so only the first ones say why: more words could carry results. */
const MESSAGES_MAX = 20;
const UNSAID = 'It failed, like others before it.';

/** `before`: how many points of the study have failed already. */
export const failedPoints = (
  all: readonly Computation[],
  { points }: Answers,
  before: number,
): ComputedPoint[] =>
  points.flatMap((answer, at) =>
    answer.ok
      ? []
      : (all[answer.index]?.points ?? []).map(({ index }) => ({
          index,
          error: before + at < MESSAGES_MAX ? answer.message : UNSAID,
          line: answer.line,
        })),
  );
