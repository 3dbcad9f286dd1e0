// Open reservations, so that unsettled ones are found when they expire.
import type { AccountEvent, MicroVut } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, Stored, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { accountAggregate } from '../domain/account.ts';

export type ReservationDocument = {
  accountId: string;
  operationId: string;
  /** In 10⁻⁶ VUT. */
  amount: MicroVut;
  purpose: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
};

const schema = new Schema<ReservationDocument>({
  accountId: String,
  operationId: String,
  amount: Number,
  purpose: String,
  expiresAt: String,
});
schema.index({ expiresAt: 1 });

const changes = ({ event: { type, data } }: StoredEvent<AccountEvent>): Change<ReservationDocument>[] => {
  if (type === 'CreditsReserved') {
    const { accountId, operationId, amount, purpose, expiresAt } = data;
    const held = { accountId, operationId, amount, purpose, expiresAt };
    return [{ id: `${accountId}.${operationId}`, apply: () => held }];
  }
  if (type === 'CreditsCaptured' || type === 'CreditsReleased')
    return [{ id: `${data.accountId}.${data.operationId}`, apply: () => null }];
  return [];
};

export const reservationsProjection: Projection<AccountEvent, ReservationDocument> = {
  name: 'reservations',
  version: 1,
  reads: [accountAggregate],
  schema,
  changes,
};

export type ReservationModel = ReadModel<ReservationDocument>;

/** Reservations that expired `before` (ISO 8601), from an id on, grouped by account. */
export const expiredReservations = (
  model: ReservationModel,
  { before, afterId, limit }: { before: string; afterId: string; limit: number },
): Promise<Stored<ReservationDocument>[]> =>
  model()
    .find({ _id: { $gt: afterId }, expiresAt: { $lt: before } })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<Stored<ReservationDocument>[]>();
