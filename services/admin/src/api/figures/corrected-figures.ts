// Sign-ups and revenue as they count now: without accounts that were erased and purchases that were refunded since.
import { type Figures, figuresBetween, periodOf, type Step } from '../../projections/figures.ts';
import { lostRevenue } from '../../projections/payments.ts';
import { erasedSignUps } from '../../projections/people-sums.ts';
import type { Dependencies } from '../dependencies.ts';

type Corrections = {
  /** By hour or day: how many who registered then are erased. */
  readonly signups: ReadonlyMap<string, number>;
  /** How much that was settled then is refunded. */
  readonly revenueCents: ReadonlyMap<string, number>;
};

const byPeriod = (step: Step, amounts: readonly (readonly [string, number])[]): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const [at, amount] of amounts) {
    const period = periodOf(step, at);
    sums.set(period, (sums.get(period) ?? 0) + amount);
  }
  return sums;
};

const correctionsIn = async (
  { people, payments }: Dependencies['models'],
  step: Step,
  from: string,
  before: string,
): Promise<Corrections> => {
  const [erased, refunded] = await Promise.all([
    erasedSignUps(people, from, before),
    lostRevenue(payments, from, before),
  ]);
  return {
    signups: byPeriod(
      step,
      erased.map((at) => [at, 1] as const),
    ),
    revenueCents: byPeriod(
      step,
      refunded.map(({ lostRevenueAt, amountCents }) => [lostRevenueAt ?? '', amountCents] as const),
    ),
  };
};

const DAY_MS = 86_400_000;

/** The figures of each hour or day that has any, both days included (`2026-01-31`). */
export const correctedFigures = async (
  models: Dependencies['models'],
  step: Step,
  from: string,
  to: string,
): Promise<ReadonlyMap<string, Figures>> => {
  const before = new Date(Date.parse(to) + DAY_MS).toISOString();
  const last = new Date(Date.parse(before) - 1).toISOString();
  const [known, lost] = await Promise.all([
    figuresBetween(models.figures, step, new Date(from).toISOString(), last),
    correctionsIn(models, step, new Date(from).toISOString(), before),
  ]);
  return new Map(
    [...known].map(([period, figures]) => [
      period,
      {
        ...figures,
        signups: figures.signups - (lost.signups.get(period) ?? 0),
        revenueCents: figures.revenueCents - (lost.revenueCents.get(period) ?? 0),
      },
    ]),
  );
};
