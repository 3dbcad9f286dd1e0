// Operators' actions, one document each: names and figures, never the words that were typed.
import { type ActionEvent, type ActionKind, adminEvents, type RefusalData } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import type { OrderedAction } from '../domain/action.ts';

export type AuditDocument = {
  actorId: string;
  /** The account that it was done to; null for an action on the system. */
  subjectId: string | null;
  kind: ActionKind;
  state: 'ordered' | 'completed' | 'refused';
  details: OrderedAction['details'];
  orderedAt: string;
  completedAt: string | null;
  changed: boolean | null;
  refused: string | null;
  refusalData: RefusalData | null;
};

const schema = new Schema<AuditDocument>({
  actorId: String,
  subjectId: String,
  kind: String,
  state: String,
  details: Schema.Types.Mixed,
  orderedAt: String,
  completedAt: String,
  changed: Boolean,
  refused: String,
  refusalData: Schema.Types.Mixed,
});
schema.index({ orderedAt: -1, _id: -1 });
for (const field of ['actorId', 'subjectId', 'kind', 'state'] as const)
  schema.index({ [field]: 1, orderedAt: -1, _id: -1 });

const ordered = ({ actorId, subjectId, kind, details, orderedAt }: OrderedAction): AuditDocument => ({
  actorId,
  subjectId,
  kind,
  details,
  orderedAt,
  state: 'ordered',
  completedAt: null,
  changed: null,
  refused: null,
  refusalData: null,
});

const changes = ({ event: { type, data } }: StoredEvent<ActionEvent>): Change<AuditDocument>[] => {
  const { actionId: id } = data;
  if (type === 'ActionOrdered') return [{ id, apply: () => ordered(data) }];
  const { completedAt } = data;
  const end =
    type === 'ActionCompleted'
      ? ({ state: 'completed', changed: data.changed } as const)
      : ({ state: 'refused', refused: data.refused, refusalData: data.data ?? null } as const);
  return [{ id, apply: (document) => document && { ...document, completedAt, ...end } }];
};

export const auditProjection: Projection<ActionEvent, AuditDocument> = {
  name: 'audit',
  version: 1,
  reads: [adminEvents.action],
  schema,
  changes,
};

export type AuditModel = ReadModel<AuditDocument>;

/** The parts of an action that a user may read: not who it was. */
type ActionOnUser = Pick<AuditDocument, 'kind' | 'state' | 'details' | 'orderedAt' | 'changed'>;

/** The newest actions on an account, newest first, without those that were refused or changed nothing. */
export const actionsOn = (
  model: AuditModel,
  subjectId: string,
  limit: number,
): Promise<Stored<ActionOnUser>[]> =>
  model()
    .find(
      { subjectId, state: { $ne: 'refused' }, changed: { $ne: false } },
      { kind: 1, state: 1, details: 1, orderedAt: 1, changed: 1 },
    )
    .sort({ orderedAt: -1, _id: -1 })
    .limit(limit)
    .lean<Stored<ActionOnUser>[]>();
