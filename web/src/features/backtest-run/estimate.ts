// The estimated cost of a run before it starts: never too low, and never more credits than the account has.
import { type MicroVut, toVut } from '@tradeium/contracts';
import { dataNumber, wholeNumber } from '../../lib/format.ts';

export type Estimate = {
  /** The most that the run can cost. */
  readonly cost: MicroVut;
  /** The rest on the account, in VUT; null while that is not known. */
  readonly availableVut: number | null;
};

/** Two decimals below a hundred, none above. */
const rounded = (vut: number, round: (value: number) => number): string => {
  const scale = Math.abs(vut) < 100 ? 100 : 1;
  // The error of binary fractions (0.29 × 100 = 28.999…) must not add or remove a credit.
  const value = round(Math.round(vut * scale * 1e6) / 1e6) / scale;
  return scale === 1 ? wholeNumber(value) : dataNumber(value);
};

/** True if the account may not hold enough; the server decides. */
export const mayNotSuffice = ({ cost, availableVut }: Estimate): boolean =>
  availableVut !== null && toVut(cost) > availableVut;

/** One sentence for next to the button; costs are rounded up, credits down. */
export const estimateText = (estimate: Estimate): string => {
  const cost = rounded(toVut(estimate.cost), Math.ceil);
  if (estimate.availableVut === null) return `Costs up to ${cost} VUT.`;
  const available = rounded(estimate.availableVut, Math.floor);
  return mayNotSuffice(estimate)
    ? `May cost up to ${cost} VUT, but you have only ${available} VUT.`
    : `Costs up to ${cost} VUT. You have ${available} VUT.`;
};
