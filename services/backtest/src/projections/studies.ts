// The studies of all users, for the lists of chats and for the rescue of lost workflows.
import type { AggregateEvents, StudyEvent, StudySummary, WorkspaceEvent } from '@tradeium/contracts';
import type { Change, Projection, Stored, StoredEvent } from '@tradeium/event-store';
import { type Model, Schema } from 'mongoose';
import { studyAggregate } from '../domain/study.ts';
import { workspaceAggregate } from '../domain/workspace.ts';

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
  /** By its user: it is in no list any more, and is erased with the account. */
  isDeleted: boolean;
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
  isDeleted: Boolean,
});
schema.index({ chatId: 1, startedAt: -1 });
schema.index({ userId: 1, startedAt: -1 });
schema.index({ status: 1, startedAt: 1 });

const namesOf = (kind: StudySummary['axes'][number]['kind'], axes: object) =>
  Object.keys(axes).map((name) => ({ kind, name }));

type Event = StudyEvent | WorkspaceEvent;

const changes = ({ event: { type, data } }: StoredEvent<Event>): Change<StudyFields>[] => {
  switch (type) {
    case 'StudyStarted': {
      const { studyId, userId, chatId, strategyFilename, plan, points, at } = data;
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
        isDeleted: false,
      };
      return [{ id: studyId, apply: () => started }];
    }
    case 'StudyPointsComputed':
      return [{ id: data.studyId, apply: (study) => study && { ...study, done: study.done + data.done } }];
    case 'StudyEnded':
      return [
        { id: data.studyId, apply: (study) => study && { ...study, status: data.status, endedAt: data.at } },
      ];
    case 'StudyDeleted':
      return [{ id: data.studyId, apply: (study) => study && { ...study, isDeleted: true } }];
    case 'StudyErased':
      return [{ id: data.studyId, apply: () => null }];
    default:
      return [];
  }
};

type Read = AggregateEvents<Event>;

export const studiesProjection: Projection<Event, StudyFields> = {
  name: 'studies',
  version: 3,
  reads: [studyAggregate as Read, workspaceAggregate as Read],
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
  model()
    .find({ ...of, isDeleted: false }, LISTED_FIELDS)
    .sort({ startedAt: -1 })
    .limit(limit)
    .lean();

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
