// The studies of all users, for the lists of chats and for the rescue of lost workflows.
import type { StudyEvent, StudySummary } from '@tradeium/contracts';
import type { Change, Projection, Stored, StoredEvent } from '@tradeium/event-store';
import { type Model, Schema } from 'mongoose';
import { studyAggregate } from '../domain/study.ts';

type StudyFields = {
  userId: string;
  chatId: string;
  /** The name of the strategy file when the study started. */
  strategy: string;
  status: StudySummary['status'];
  method: StudySummary['method'];
  axes: StudySummary['axes'];
  points: number;
  done: number;
  startedAt: string;
  endedAt: string | null;
};
type StudyDocument = Stored<StudyFields>;
export type StudyModel = () => Model<StudyDocument>;

const schema = new Schema<StudyFields>({
  userId: String,
  chatId: String,
  strategy: String,
  status: String,
  method: String,
  axes: [{ _id: false, kind: String, name: String }],
  points: Number,
  done: Number,
  startedAt: String,
  endedAt: String,
});
schema.index({ chatId: 1, startedAt: -1 });
schema.index({ userId: 1, startedAt: -1 });
schema.index({ status: 1, startedAt: 1 });

const namesOf = (kind: StudySummary['axes'][number]['kind'], axes: object) =>
  Object.keys(axes).map((name) => ({ kind, name }));

const changes = ({ event: { type, data } }: StoredEvent<StudyEvent>): Change<StudyFields>[] => {
  const { studyId } = data;
  switch (type) {
    case 'StudyStarted': {
      const { userId, chatId, strategyFilename, plan, points, at } = data;
      const started: StudyFields = {
        userId,
        chatId,
        strategy: strategyFilename,
        status: 'running',
        method: plan.method,
        axes: [...namesOf('parameter', plan.parameters), ...namesOf('setting', plan.settings)],
        points,
        done: 0,
        startedAt: at,
        endedAt: null,
      };
      return [{ id: studyId, apply: () => started }];
    }
    case 'StudyPointsProposed':
      return [];
    case 'StudyPointsComputed':
      return [{ id: studyId, apply: (study) => study && { ...study, done: study.done + data.done } }];
    case 'StudyEnded':
      return [
        { id: studyId, apply: (study) => study && { ...study, status: data.status, endedAt: data.at } },
      ];
    case 'StudyErased':
      return [{ id: studyId, apply: () => null }];
  }
};

export const studiesProjection: Projection<StudyEvent, StudyFields> = {
  name: 'studies',
  version: 2,
  reads: [studyAggregate],
  schema,
  changes,
};

const LISTED_FIELDS = {
  chatId: 1,
  strategy: 1,
  status: 1,
  method: 1,
  axes: 1,
  points: 1,
  done: 1,
  startedAt: 1,
  endedAt: 1,
} as const;

/** The newest studies of a user, of one chat or of all, newest first. */
export const studiesOf = (
  model: StudyModel,
  of: { readonly userId: string; readonly chatId?: string },
  limit: number,
): Promise<Pick<StudyDocument, '_id' | keyof typeof LISTED_FIELDS>[]> =>
  model().find(of, LISTED_FIELDS).sort({ startedAt: -1 }).limit(limit).lean();

/** Which studies: a user's, or those that began before a time (ISO 8601) and are still running. */
type Which = { userId: string } | { runningSince: string };

const filterOf = (which: Which) =>
  'userId' in which ? which : { status: 'running' as const, startedAt: { $lt: which.runningSince } };

/** One page of studies in the order of their ids, after the study `after`. */
export const studiesAfter = (
  model: StudyModel,
  which: Which,
  after: string,
  limit: number,
): Promise<Pick<StudyDocument, '_id' | 'chatId' | 'status'>[]> =>
  model()
    .find({ ...filterOf(which), _id: { $gt: after } }, { chatId: 1, status: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean();
