// Sums over people, each answered from an index or in one pass.
import type { PeopleModel } from './people.ts';

/** Of those who registered in the time and are not erased: how many came how far. */
export type Conversion = {
  registered: number;
  verified: number;
  run: number;
  purchase: number;
  rebalance: number;
};

const NONE: Conversion = { registered: 0, verified: 0, run: 0, purchase: 0, rebalance: 0 };

/** Those who registered from then on and before (ISO 8601). */
export const conversionOf = async (model: PeopleModel, from: string, before: string): Promise<Conversion> => {
  const reached = (name: string) => ({ $sum: `$reached.${name}` });
  const [sums] = await model().aggregate<Conversion & { _id: null }>([
    { $match: { isUser: true, createdAt: { $gte: from, $lt: before } } },
    {
      $group: {
        _id: null,
        registered: { $sum: 1 },
        verified: reached('verified'),
        run: reached('run'),
        purchase: reached('purchase'),
        rebalance: reached('rebalance'),
      },
    },
  ]);
  return sums ?? NONE;
};

/** When the accounts were registered that have been erased, of those from then on and before. */
export const erasedSignUps = async (model: PeopleModel, from: string, before: string): Promise<string[]> => {
  const erased = await model()
    .find({ erasedSignUpAt: { $gte: from, $lt: before } }, { _id: 0, erasedSignUpAt: 1 })
    .lean<{ erasedSignUpAt: string }[]>();
  return erased.map(({ erasedSignUpAt }) => erasedSignUpAt);
};

/** Credits that erased accounts have left, in 10⁻⁶ VUT. */
export const leftBehind = async (model: PeopleModel): Promise<number> => {
  const [sum] = await model().aggregate<{ left: number }>([
    { $match: { leftBehind: { $gt: 0 } } },
    { $group: { _id: null, left: { $sum: '$leftBehind' } } },
  ]);
  return sum?.left ?? 0;
};
