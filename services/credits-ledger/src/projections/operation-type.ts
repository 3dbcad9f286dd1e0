// The names of credit changes in histories and statements.
import type { AccountEvent } from '@tradeium/contracts';

/** A separate entry below the change that brought the credits. */
export const DEBT_PAYMENT = 'paid towards debt';

/** The operation of an operator's grant has the action's id after this; the reason is then the description for the user. */
const OPERATOR_OPERATION = 'operator:';

/** An operator's words about a grant; undefined for everything else. */
export const descriptionOf = ({ type, data }: AccountEvent): string | undefined =>
  type === 'CreditsGranted' && data.operationId.startsWith(OPERATOR_OPERATION) ? data.reason : undefined;

/** Null where none of the user's credits moved. */
export const operationTypeOf = (event: AccountEvent): string | null => {
  const { type, data } = event;
  switch (type) {
    case 'CreditsGranted':
      return descriptionOf(event) === undefined ? data.reason : 'grant';
    case 'CreditsReserved':
    case 'CreditsCaptured':
      return data.purpose;
    case 'CreditsReleased':
      return data.reason === 'expired' ? 'expired' : 'released';
    case 'CreditsRefunded':
      return 'refund';
    case 'GrantReversed':
      if (data.entries.every(([account]) => account !== 'payments')) return 'reversal';
      return data.reason === 'refund' ? 'purchase refunded' : 'purchase taken back';
    case 'PeriodRenewed':
      return 'monthly top-up';
    case 'AccountOpened':
    case 'CommandRefused':
    case 'AccountClosed':
      return null;
  }
};

/** The run, payment or month that it belongs to. */
export const operationIdOf = ({ data }: AccountEvent): string => {
  if ('operationId' in data) return data.operationId;
  return 'periodStart' in data ? `period:${data.periodStart}` : '';
};
