// Counters of each hour and day (UTC) and of all time: no page counts documents. Nobody is named in them.
import type { AccountEvent } from '@tradeium/contracts';
import type { Change, Projection, ReadModel, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { type CountedEvent, countedReads } from '../domain/reads.ts';
import { sumOfEntries } from './person-credits.ts';

/** Credits in 10⁻⁶ VUT, less what was taken back in that time. Runs and rebalances count when they end. */
export type Figures = {
  /** Registrations, also of accounts that were erased later. */
  signups: number;
  /** Registrations less erasures. */
  users: number;
  /** Purchases that were settled, and their cents, also of those that were refunded later. */
  purchases: number;
  revenueCents: number;
  granted: number;
  bought: number;
  spent: number;
  /** Available and reserved. */
  held: number;
  input: number;
  cached: number;
  output: number;
  runs: number;
  failedRuns: number;
  rebalances: number;
  failedRebalances: number;
};

export const NO_FIGURES: Figures = {
  signups: 0,
  users: 0,
  purchases: 0,
  revenueCents: 0,
  granted: 0,
  bought: 0,
  spent: 0,
  held: 0,
  input: 0,
  cached: 0,
  output: 0,
  runs: 0,
  failedRuns: 0,
  rebalances: 0,
  failedRebalances: 0,
};

const NAMES = Object.keys(NO_FIGURES) as (keyof Figures)[];

const schema = new Schema<Figures>(Object.fromEntries(NAMES.map((name) => [name, Number])));

export type Step = 'hour' | 'day';
const LENGTH_OF: Readonly<Record<Step, number>> = { hour: 13, day: 10 };
const EVER = 'ever';

/** Such as `2026-01-31T23` or `2026-01-31`. */
export const periodOf = (step: Step, at: string): string => at.slice(0, LENGTH_OF[step]);
const idOf = (step: Step, at: string): string => `${step}:${periodOf(step, at)}`;

const postedBy = (event: AccountEvent): Partial<Figures> => {
  const { available, reserved, spent, promotion, payments } = sumOfEntries(event);
  return { granted: 0 - promotion, bought: 0 - payments, spent, held: available + reserved };
};

/** The additions of an event, and when they count if not at the time of its commit. */
const addedBy = (event: CountedEvent): { added: Partial<Figures>; at?: string } | null => {
  switch (event.type) {
    case 'UserRegistered':
      return { added: { signups: 1, users: 1 }, at: event.data.registeredAt };
    case 'UserDeleted':
      return { added: { users: -1 } };
    case 'PaymentSettled':
      return { added: { purchases: 1, revenueCents: event.data.amountUsdCents } };
    case 'ReplyCompleted':
    case 'ReplyStopped':
    case 'ReplyInterrupted':
    case 'ReplyFailed': {
      const { input, cached, output } = event.data.usage;
      return { added: { input, cached, output } };
    }
    case 'RunCompleted':
      return { added: { runs: 1 } };
    case 'RunFailed':
      return { added: { runs: 1, failedRuns: 1 } };
    case 'RebalanceCompleted':
      return { added: { rebalances: 1 } };
    case 'RebalanceFailed':
      return { added: { rebalances: 1, failedRebalances: 1 } };
    default:
      return 'entries' in event.data ? { added: postedBy(event as AccountEvent) } : null;
  }
};

const sumOf = (a: Figures, b: Partial<Figures>): Figures => {
  const sums = { ...a };
  for (const name of NAMES) sums[name] += b[name] ?? 0;
  return sums;
};

const changes = ({ event, meta }: StoredEvent<CountedEvent>): Change<Figures>[] => {
  const counted = addedBy(event);
  if (!counted) return [];
  const { added, at = meta.at } = counted;
  return [idOf('hour', at), idOf('day', at), EVER].map((id) => ({
    id,
    apply: (known) => sumOf(known ?? NO_FIGURES, added),
  }));
};

export const figuresProjection: Projection<CountedEvent, Figures> = {
  name: 'figures',
  version: 1,
  reads: countedReads,
  schema,
  changes,
};

export type FiguresModel = ReadModel<Figures>;

/** Since the beginning. */
export const figuresEver = async (model: FiguresModel): Promise<Figures> =>
  (await model().findById(EVER).lean<Figures>()) ?? NO_FIGURES;

/** Of each hour or day with any, from one instant to another, both included, by their periods. */
export const figuresBetween = async (
  model: FiguresModel,
  step: Step,
  from: string,
  to: string,
): Promise<ReadonlyMap<string, Figures>> => {
  const found = await model()
    .find({ _id: { $gte: idOf(step, from), $lte: idOf(step, to) } })
    .lean<(Figures & { _id: string })[]>();
  return new Map(found.map(({ _id, ...figures }) => [_id.slice(step.length + 1), figures]));
};

/** Of some days together. */
export const figuresOfDays = async (model: FiguresModel, from: string, to: string): Promise<Figures> =>
  [...(await figuresBetween(model, 'day', from, to)).values()].reduce<Figures>(sumOf, NO_FIGURES);
