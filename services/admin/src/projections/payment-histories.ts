// The history of each payment, with whose it is: only some of its events say that.
import { creditsEvents, type PaymentEvent } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { factsOf } from '../domain/describe.ts';
import { readsOf } from '../domain/reads.ts';
import type { Facts } from '../domain/told.ts';
import { entryIdOf } from './timeline.ts';

type PaymentEntry = { id: string; at: string; type: string; facts: Facts };

export type PaymentHistoryDocument = {
  userId: string;
  requestedAt: string;
  /** Oldest first: the newest that fit. */
  entries: PaymentEntry[];
};

const schema = new Schema<PaymentHistoryDocument>({
  userId: String,
  requestedAt: String,
  entries: [Schema.Types.Mixed],
});
schema.index({ userId: 1, requestedAt: -1, _id: -1 });

/** A provider that changes its mind this often has no more to say. */
const ENTRIES_MAX = 100;

const begun = (
  data: Extract<PaymentEvent, { type: 'InvoiceRequested' }>['data'],
): PaymentHistoryDocument => ({
  userId: data.accountId,
  requestedAt: data.requestedAt,
  entries: [],
});

const changes = (stored: StoredEvent<PaymentEvent>): Change<PaymentHistoryDocument>[] => {
  const { event, meta } = stored;
  const facts = factsOf(event, meta.commandId);
  if (facts === null) return [];
  const entry: PaymentEntry = { id: entryIdOf(stored), at: meta.at, type: event.type, facts };
  return [
    {
      id: event.data.paymentId,
      apply: (found) => {
        const history = event.type === 'InvoiceRequested' ? begun(event.data) : found;
        return (
          history && {
            ...history,
            entries: [...history.entries, entry].slice(-ENTRIES_MAX),
          }
        );
      },
    },
  ];
};

export const paymentHistoriesProjection: Projection<PaymentEvent, PaymentHistoryDocument> = {
  name: 'payment_histories',
  version: 1,
  reads: readsOf(creditsEvents.payment),
  schema,
  changes,
};

export type PaymentHistoryModel = ReadModel<PaymentHistoryDocument>;

/** The most payments of one user that are read at once. */
const PAYMENTS_MAX = 500;

/** The histories of a user's newest payments, in no order. */
export const paymentEntriesOf = async (
  model: PaymentHistoryModel,
  userId: string,
): Promise<readonly PaymentEntry[]> => {
  const payments = await model()
    .find({ userId }, { entries: 1 })
    .sort({ requestedAt: -1, _id: -1 })
    .limit(PAYMENTS_MAX)
    .lean();
  return payments.flatMap(({ entries }) => entries);
};
