// Where granted credits come from. What an operator writes about a grant may name people, so it is left with the action.

/** The reasons that programs write; every other one is an operator's. */
const WRITTEN_BY_PROGRAMS: readonly string[] = ['welcome bonus', 'purchase', 'refund', 'chargeback'];

/** Why credits were granted or taken back, in words that no person chose. */
export const grantWords = (reason: string): string =>
  WRITTEN_BY_PROGRAMS.includes(reason) ? reason : 'by an operator';
